// The page's way to draw: preact with htm's templates, and its hooks, from one place.
import { Component, Fragment, createElement, render } from "../vendor/preact.js";
import {
  useCallback, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState,
} from "../vendor/hooks.js";
import htm from "../vendor/htm.js";

export {
  Fragment, render, useCallback, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState,
};

/** html`<p class="quiet">${text}</p>`: what stands in ${} is text or an element, never markup.
 * @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(createElement);

/** A component that is drawn again only when one of its properties is another one: lists of thousands need it.
 * @template {Record<string, any>} Props
 * @param {(props: Props) => any} draw
 * @returns {any} */
export function memo(draw) {
  return class extends Component {
    /** @param {Record<string, any>} next */
    shouldComponentUpdate(next) {
      const now = /** @type {Record<string, any>} */ (this.props);
      const names = new Set([...Object.keys(now), ...Object.keys(next)]);
      return [...names].some((name) => !Object.is(now[name], next[name]));
    }

    /** @param {any} props */
    render(props) {
      return createElement(/** @type {any} */ (draw), props);
    }
  };
}

/** Names of classes, without those that are not: cx("card", folded && "folded").
 * @param {...(string | false | null | undefined)} names */
export function cx(...names) {
  return names.filter(Boolean).join(" ");
}
