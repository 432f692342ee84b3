// Bellpull's plugin for OpenCode, written by `bellpull connect opencode`.
//
// It brings nudges into sessions: with the result of the next tool while a session works, as a new message when it
// idles. It tells the hub how its sessions are. While nothing is pending it makes no call and changes no byte of any
// result; while the hub is away OpenCode works as without it. Whatever goes wrong here is said once in OpenCode's log.

const SETTINGS = { command: ["bellpull"], agent: null, dataDir: null, url: null }

import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"

const NOTICE = `You may see <notification> tags in tool results. These are external events
(file changes, background task completions, etc.) that occurred while you
were working. Consider them when deciding your next action.`

/** A result waits this long for a claim; each claim that comes too late doubles it, one in time brings it back. */
const DEADLINE_MS = { first: 20, last: 500 }
const POLL_SECONDS = 50
/** How often to look again while something is pending that no session here has taken. */
const RECHECK_MS = 10_000
const PAUSE_MS = { first: 250, last: 10_000 }
/** How long a receipt is worth repeating while the hub is away. */
const SETTLE_MS = 30_000
const REQUEST_MS = 10_000
const HEARTBEAT_MS = 30_000
/** An accepted message shows the session at work sooner than this, or not at all. */
const WAKING_MS = 5_000
const LEAVING_MS = 1_000
/** More characters of nudges than this wait for the next result. */
const MOST_CHARS = 40_000
/** OpenCode cuts the end of what an MCP server returns beyond this, after the hook (settings: `tool_output`). */
const CUT = { max_bytes: 51_200, max_lines: 2_000 }
/** `opencode run` ends with the turn: a message after it would never be read. */
const WAKES = process.argv.slice(2).find((word) => !word.startsWith("-")) !== "run"
const ASKING = /(^|_)(ask_user|notify|await_answer)$/
const QUESTION_ID = /"question_id":\s*"([^"\\]+)"/g

/** @typedef {{id: string, session: string | null, state: string, xml: string}} Nudge */

/** Rings once for whoever waits: something changed. */
class Doorbell {
  ring = () => {}

  /** @param {number} ms at the longest */
  wait(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.ring = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** The hub as this agent sees it. It is looked for again whenever it does not answer or knows the key no more. */
class Hub {
  /** @type {{agent: string, url: string, key: string} | null} */
  found = null
  closing = new AbortController()

  /** @param {string} directory @param {(sentence: string) => void} complain */
  constructor(directory, complain) {
    this.directory = directory
    this.complain = complain
    this.lost = new Doorbell()
    this.finding = null
  }

  get closed() {
    return this.closing.signal.aborted
  }

  /** Resolves when there is a hub to talk to, or nobody wants one any more. */
  async reach() {
    for (let pause = PAUSE_MS.first; !this.found && !this.closed; pause = Math.min(pause * 2, PAUSE_MS.last)) {
      this.finding ??= this.find().finally(() => (this.finding = null))
      try {
        this.found = await this.finding
      } catch (error) {
        this.complain(`no hub yet: ${error.message}`)
        await this.lost.wait(pause)
      }
    }
  }

  async find() {
    const { command, agent, dataDir, url } = SETTINGS
    const given = { "--agent": agent, "--data-dir": dataDir, "--url": url }
    const words = Object.entries(given).flatMap(([name, value]) => (value ? [name, value] : []))
    const said = JSON.parse(await output([...command, "whoami", "--json", ...words], this.directory))
    if (!said.agent) throw new Error("the key in use is a person's, and only an agent has nudges")
    const key = said.key_file ? JSON.parse(await readFile(said.key_file, "utf8")).key : process.env.BELLPULL_KEY
    return { agent: said.agent, url: said.url.replace(/\/+$/, ""), key }
  }

  /** @param {string} tail of the path of this agent's nudges, or a whole path */
  async call(method, tail, body, ms = REQUEST_MS) {
    const hub = this.found
    if (!hub) throw new Error("there is no hub")
    const path = tail.startsWith("/api") ? tail : `/api/agents/${encodeURIComponent(hub.agent)}/nudges${tail}`
    let answer
    try {
      answer = await fetch(hub.url + path, {
        method,
        headers: { Authorization: `Bearer ${hub.key}`, "Content-Type": "application/json" },
        body: body && JSON.stringify(body),
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(ms)]),
      })
      if (answer.ok) return await answer.json()
    } catch (error) {
      this.lose(hub)
      throw error
    }
    if (answer.status === 401) this.lose(hub)
    throw Object.assign(new Error(`${method} ${path}: ${answer.status}`), { status: answer.status })
  }

  lose(hub) {
    if (this.found === hub) this.found = null
  }

  close() {
    this.closing.abort()
    this.lost.ring()
  }
}

/** What is pending for this agent, and the claims on it. */
class Nudges {
  /** @type {Nudge[]} as far as the last look has shown */
  known = []
  deadline = DEADLINE_MS.first
  inVain = 0
  changed = new Doorbell()
  settling = new Set()

  /** @param {Hub} hub */
  constructor(hub) {
    this.hub = hub
  }

  /** Look until the plugin ends. @param {(nudge: Nudge) => boolean} isHere @param {() => Session | undefined} latest */
  async follow(isHere, latest, onPending) {
    let [elsewhere, failures] = [false, 0]
    while (!this.hub.closed) {
      await this.hub.reach()
      // What is addressed to sessions of other processes would answer every look at once: look past it.
      const session = elsewhere ? latest() : undefined
      try {
        const found = await this.look(session, elsewhere ? Math.ceil(RECHECK_MS / 1000) : POLL_SECONDS)
        failures = 0
        this.known = found.filter((nudge) => nudge.state === "pending" && isHere(nudge))
        elsewhere = !this.known.length && found.length > 0
        if (found.length) onPending(found)
        if (this.known.length || (elsewhere && !latest())) await this.changed.wait(RECHECK_MS)
        if (this.inVain) await pause(Math.min(100 * 2 ** this.inVain, 1000))
      } catch (error) {
        await pause(Math.min(PAUSE_MS.first * 2 ** failures++, PAUSE_MS.last))
      }
    }
  }

  /** @returns {Promise<Nudge[]>} */
  async look(session, seconds) {
    const filter = session ? `&session=${encodeURIComponent(session.name)}` : ""
    const path = `?state=pending&wait=${seconds}${filter}`
    return (await this.hub.call("GET", path, undefined, seconds * 1000 + REQUEST_MS)).nudges
  }

  /** What is pending for this session, as far as it can be had in time. What comes too late goes back at once. */
  async claimInTime(session) {
    const claim = this.claim(session)
    const nudges = await Promise.race([claim, pause(this.deadline)])
    if (nudges) {
      this.deadline = DEADLINE_MS.first
      return nudges
    }
    this.deadline = Math.min(this.deadline * 2, DEADLINE_MS.last)
    claim.then((late) => this.release(late))
    return []
  }

  /** @param {Session} session @returns {Promise<Nudge[]>} */
  async claim(session) {
    const asked = { session: session.name, carrier: "plugin", sure: true, max_chars: MOST_CHARS }
    let said = { nudges: [], left: 0 }
    try {
      said = await this.hub.call("POST", "/claim", asked)
    } catch (error) {
      this.hub.complain(error.message)
    }
    this.inVain = said.nudges.length ? 0 : this.inVain + 1
    if (!said.nudges.length || !said.left) {
      this.known = this.known.filter((nudge) => !session.takes(nudge))
      this.changed.ring()
    }
    // The hub may not have heard yet that this is a sub-agent.
    this.release(said.nudges.filter((nudge) => !session.takes(nudge)))
    return said.nudges.filter((nudge) => session.takes(nudge))
  }

  confirm(nudges) {
    this.settle("/confirm", nudges)
  }

  release(nudges) {
    this.settle("/release", nudges)
  }

  settle(verb, nudges) {
    if (!nudges.length) return
    const settled = this.repeat(verb, nudges.map((nudge) => nudge.id)).finally(() => this.settling.delete(settled))
    this.settling.add(settled)
  }

  /** Both can be repeated, so they are while the hub is away. */
  async repeat(verb, ids) {
    const until = Date.now() + SETTLE_MS
    for (let ms = PAUSE_MS.first / 5; Date.now() < until && !this.hub.closed; ms = Math.min(ms * 2, 1000)) {
      await this.hub.reach()
      try {
        return void (await this.hub.call("POST", verb, { ids }))
      } catch (error) {
        if (error.status && error.status !== 401 && error.status < 500) return this.hub.complain(error.message)
        await pause(ms)
      }
    }
  }
}

/** One session of this OpenCode. */
class Session {
  parent = null
  state = "idle"
  /** Permissions and questions that wait for a person, with the reason to show. */
  requests = new Map()
  prompted = false
  waking = null
  /** When it was last prompted, as a place in the order of all. */
  place = 0
  info = {}
  asks = []

  constructor(id) {
    this.id = id
    this.name = `opencode:${id}`
  }

  /** A sub-agent takes only what is addressed to itself. @param {Nudge} nudge */
  takes(nudge) {
    return nudge.session === this.name || (nudge.session === null && !this.parent)
  }

  learn(info) {
    this.info = { ...this.info, ...info }
    this.parent = info.parentID ?? this.parent
  }

  /** What a new message has to say so that the session goes on as it was, with its agent (`plan` stays `plan`). */
  manner() {
    const { agent, model, variant = model?.variant } = this.info
    const modelID = model?.modelID ?? model?.id
    return {
      ...(agent && { agent }),
      ...(modelID && { model: { providerID: model.providerID, modelID } }),
      ...(variant && variant !== "default" && { variant }),
    }
  }

  sign(server, directory) {
    const [reason] = this.requests.values()
    const ended = this.parent && this.state === "idle"
    return {
      session: this.name,
      state: this.state === "working" && reason ? "waiting" : ended ? "ended" : this.state,
      client: this.info.version ? `opencode/${this.info.version}` : "opencode",
      parent: this.parent && `opencode:${this.parent}`,
      title: this.info.title?.slice(0, 1000),
      directory: this.info.directory ?? directory,
      server,
      source: "plugin",
      wakes: WAKES,
      reason: reason?.slice(0, 2000),
      asks: this.asks.slice(-100).map((id) => ({ question_id: id })),
    }
  }
}

/** Brings what sessions do to the hub: one call at a time, the newest of each session. */
class Signs {
  /** @type {Map<Session, string>} the session, and its state where it is over */
  due = new Map()
  sending = null

  /** @param {Hub} hub @param {(session: Session) => object} describe */
  constructor(hub, describe) {
    this.hub = hub
    this.describe = describe
  }

  add(session, state) {
    this.due.set(session, state)
    this.sending ??= this.send().finally(() => (this.sending = null))
  }

  async send() {
    while (this.due.size && !this.hub.closed) {
      await this.hub.reach()
      const [batch, asks] = [[...this.due].slice(0, 100), new Map()]
      for (const [session] of batch) this.due.delete(session), asks.set(session, session.asks.length)
      try {
        await this.hub.call("POST", "/api/sessions/signs", batch.map(([session, state]) => this.signOf(session, state)))
        for (const [session, count] of asks) session.asks.splice(0, count)
      } catch (error) {
        this.hub.complain(error.message)
        if (error.status && error.status !== 401 && error.status < 500) continue
        for (const [session, state] of batch) if (!this.due.has(session)) this.due.set(session, state)
        await pause(PAUSE_MS.first)
      }
    }
  }

  signOf(session, state) {
    return state ? { ...this.describe(session), state } : this.describe(session)
  }
}

/** The sessions of this OpenCode: what they do, and new messages for those that idle. */
class Sessions {
  /** @type {Map<string, Session>} */
  all = new Map()
  places = 0
  /** Nudges in messages that OpenCode has accepted, by the id of the first. */
  sent = new Map()
  /** Nudges for sessions that this process has not seen yet, and when they were first noticed. */
  strange = new Map()

  constructor(ctx, hub, nudges) {
    this.ctx = ctx
    this.nudges = nudges
    this.hub = hub
    this.signs = new Signs(hub, (session) => session.sign(serverOf(ctx), ctx.directory))
  }

  get(id) {
    if (!this.all.has(id)) this.all.set(id, new Session(id))
    return this.all.get(id)
  }

  /** The session, once it is known whether it is a sub-agent. */
  async known(id) {
    const session = this.get(id)
    if (!session.info.id) {
      const { data } = await this.ctx.client.session.get({ path: { id } })
      if (!data) throw new Error(`OpenCode does not know ${id}`)
      session.learn(data)
    }
    return session
  }

  isHere = (nudge) => nudge.session === null || [...this.all.values()].some(({ name }) => name === nudge.session)

  /** The root session that was prompted last: for it is what is addressed to nobody. */
  latest = () =>
    [...this.all.values()].filter((one) => one.prompted && !one.parent).sort((a, b) => b.place - a.place)[0]

  prompted({ sessionID, agent, model, variant }) {
    const session = this.get(sessionID)
    Object.assign(session, { prompted: true, place: ++this.places })
    session.learn({ ...(agent && { agent }), ...(model && { model }), variant })
    this.known(sessionID).catch(() => {})
  }

  changes(id, state) {
    const session = this.get(id)
    if (state !== "working") session.requests.clear()
    const changed = session.state !== state
    Object.assign(session, { state, waking: null })
    if (changed) this.tell(session)
    if (state === "idle") this.wake()
  }

  waits(id, request, reason) {
    const session = this.get(id)
    if (reason) session.requests.set(request, reason)
    else session.requests.delete(request)
    this.tell(session)
  }

  ended(id) {
    const session = this.get(id)
    this.all.delete(id)
    this.signs.add(session, "ended")
  }

  /** The hub hears of a session when it is known whose sub-agent it is. */
  tell(session) {
    this.known(session.id).then(
      () => this.signs.add(session),
      () => {},
    )
  }

  /** Sub-agents that have ended are not kept fresh: what is for them goes to others. */
  heartbeat = () => {
    for (const session of this.all.values()) {
      if (session.state === "working" || (session.prompted && !session.parent)) this.tell(session)
    }
  }

  /** Give idle sessions what is pending for them. Those that work get it with the results of their tools. */
  wake = () => {
    if (!WAKES) return
    const wanted = this.nudges.known.map(({ session }) =>
      session === null ? this.latest() : [...this.all.values()].find(({ name }) => name === session),
    )
    for (const session of new Set(wanted)) {
      if (session && session.state === "idle" && !session.waking) this.deliver(session)
    }
  }

  async deliver(session) {
    const waking = (session.waking = {})
    const nudges = await this.nudges.claim(await this.known(session.id).catch(() => session))
    if (!nudges.length || session.state !== "idle" || !(await this.prompt(session, nudges))) {
      this.nudges.release(nudges)
    }
    if (nudges.length) await pause(WAKING_MS)
    if (session.waking === waking) session.waking = null
  }

  /** A message of the blocks alone, visible to the person as any other. */
  async prompt(session, nudges) {
    const ids = nudges.map(({ id }) => id)
    const part = { type: "text", text: textOf(nudges), metadata: { bellpull: true, nudges: ids } }
    const body = { ...session.manner(), parts: [part] }
    this.sent.set(ids[0], nudges)
    try {
      const { error } = await this.ctx.client.session.promptAsync({ path: { id: session.id }, body })
      if (!error) return true
      this.hub.complain(`OpenCode refused a message: ${JSON.stringify(error)}`)
    } catch (error) {
      this.hub.complain(`OpenCode took no message: ${error.message}`)
    }
    this.sent.delete(ids[0])
    return false
  }

  /** OpenCode accepts a message before it keeps it. One that never arrives comes again when its lease is over. */
  arrived({ metadata }) {
    const first = metadata?.nudges?.[0]
    if (this.sent.has(first)) this.nudges.confirm(this.sent.get(first))
    this.sent.delete(first)
  }

  /** OpenCode ends: the hub hears it, and what is under way is finished. */
  async leave() {
    for (const session of this.all.values()) if (session.prompted) this.signs.add(session, "ended")
    await Promise.allSettled([this.signs.sending, ...this.nudges.settling])
  }

  /** Somebody may know a stranger's session better than we do: it is ours only when nobody else has taken it. */
  async adopt(found) {
    const strangers = found.filter((nudge) => nudge.session?.startsWith("opencode:") && !this.isHere(nudge))
    const noticed = new Map(strangers.map(({ id }) => [id, this.strange.get(id) ?? Date.now()]))
    this.strange = noticed
    for (const { id, session: name } of strangers) {
      if (Date.now() - noticed.get(id) < RECHECK_MS / 2) continue
      const { data } = await this.ctx.client.session.get({ path: { id: name.slice("opencode:".length) } })
      if (data?.directory !== this.ctx.directory || (await this.worksElsewhere(name))) continue
      this.get(data.id).learn(data)
    }
  }

  async worksElsewhere(name) {
    const agent = encodeURIComponent(this.hub.found?.agent ?? "")
    const { sessions } = await this.hub.call("GET", `/api/sessions?agent_name=${agent}&limit=200`)
    const said = sessions.find(({ id }) => id === name)
    return said?.state === "working" || said?.state === "waiting"
  }
}

/** What OpenCode's events say of sessions. */
const EVENTS = {
  "session.created": (sessions, { info }) => sessions.get(info.id).learn(info),
  "session.updated": (sessions, { info }) => sessions.get(info.id).learn(info),
  "session.deleted": (sessions, { info }) => sessions.ended(info.id),
  "session.status": (sessions, { sessionID, status }) =>
    status.type !== "idle" && sessions.changes(sessionID, "working"),
  "session.idle": (sessions, { sessionID }) => sessions.changes(sessionID, "idle"),
  "message.part.updated": (sessions, { part }) => sessions.arrived(part),
  "permission.asked": (sessions, { sessionID, id, permission, patterns }) =>
    sessions.waits(sessionID, id, ["permission:", permission, ...(patterns ?? [])].join(" ")),
  "permission.replied": (sessions, { sessionID, requestID }) => sessions.waits(sessionID, requestID),
  "question.asked": (sessions, { sessionID, id, questions }) =>
    sessions.waits(sessionID, id, `question: ${questions?.[0]?.question ?? ""}`),
  "question.replied": (sessions, { sessionID, requestID }) => sessions.waits(sessionID, requestID),
  "question.rejected": (sessions, { sessionID, requestID }) => sessions.waits(sessionID, requestID),
}

/** Put what fits into a tool's result; what was put in. @param {Nudge[]} nudges @param {typeof CUT} cut */
function augment(output, nudges, cut) {
  if (typeof output.output === "string") {
    output.output += `\n\n${textOf(nudges)}`
    return nudges
  }
  const fits = (texts) => {
    const text = texts.join("\n\n")
    return Buffer.byteLength(text) <= cut.max_bytes && text.split("\n").length <= cut.max_lines
  }
  const count = nudges.findIndex((_, index) => !fits([textOf(nudges.slice(0, index + 1))]))
  const taken = count < 0 ? nudges : nudges.slice(0, count)
  if (!taken.length) return taken
  const item = { type: "text", text: textOf(taken) }
  if (fits([...textsIn(output), item.text])) output.content.push(item)
  else output.content.unshift(item)
  return taken
}

/** @param {Nudge[]} nudges */
const textOf = (nudges) => nudges.map(({ xml }) => xml).join("\n\n")

const textsIn = ({ output, content }) =>
  typeof output === "string" ? [output] : (content ?? []).map((item) => item.text ?? item.resource?.text ?? "")

const questionsIn = (output) => [...textsIn(output).join("\n").matchAll(QUESTION_ID)].map((match) => match[1])

/** Without a server of its own OpenCode names this address, where perhaps another one listens. */
function serverOf(ctx) {
  const url = ctx.serverUrl && new URL(ctx.serverUrl)
  return url && url.host !== "localhost:4096" ? url.origin : undefined
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What a command prints. @param {string[]} command */
function output([program, ...words], cwd) {
  return new Promise((resolve, reject) =>
    execFile(program, words, { cwd, timeout: REQUEST_MS, windowsHide: true }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr.trim() || error.message)) : resolve(stdout),
    ),
  )
}

/** Says one thing in OpenCode's log, and no more. */
function once(client) {
  let said = false
  return (message) => {
    if (!said) client.app.log({ body: { service: "bellpull", level: "warn", message } }).catch(() => {})
    said = true
  }
}

/** @param {{client: any, directory: string, serverUrl: URL}} ctx */
export const Bellpull = async (ctx) => {
  const hub = new Hub(ctx.directory, once(ctx.client))
  const nudges = new Nudges(hub)
  const sessions = new Sessions(ctx, hub, nudges)
  const cut = { ...CUT }
  nudges.follow(sessions.isHere, sessions.latest, (found) => {
    sessions.wake()
    sessions.adopt(found).catch(() => {})
  })
  const heart = setInterval(sessions.heartbeat, HEARTBEAT_MS)

  return {
    config: async ({ tool_output }) => void Object.assign(cut, tool_output),
    event: async ({ event }) => void EVENTS[event.type]?.(sessions, event.properties),
    "chat.message": async (input) => sessions.prompted(input),
    "experimental.chat.system.transform": async (_, { system }) => {
      const words = (text) => text.split(/\s+/).join(" ")
      if (!system.some((text) => words(text).includes(words(NOTICE)))) system.push(NOTICE)
    },
    "tool.execute.after": async ({ tool, sessionID, callID }, output) => {
      if (!output) return
      if (ASKING.test(tool) && questionsIn(output).length) {
        const session = sessions.get(sessionID)
        session.asks.push(...questionsIn(output))
        sessions.tell(session)
      }
      // A tool that a program of the model called: the model need not see its result.
      if (!nudges.known.length || (output.content && /\/\d+$/.test(callID))) return
      const session = sessions.get(sessionID)
      if (!session.info.id || !nudges.known.some((nudge) => session.takes(nudge))) return
      const claimed = await nudges.claimInTime(session)
      const written = claimed.length ? augment(output, claimed, cut) : []
      nudges.release(claimed.slice(written.length))
      setTimeout(() => nudges.confirm(written), 0)
    },
    dispose: async () => {
      clearInterval(heart)
      await Promise.race([sessions.leave(), pause(LEAVING_MS)])
      hub.close()
    },
  }
}
