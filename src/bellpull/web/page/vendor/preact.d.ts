// What editors and scripts/check-page know of it; browsers take the file beside this one.
export * from "preact";
