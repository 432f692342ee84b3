// Bellpull's plugin for OpenCode, written by `bellpull connect opencode`.
//
// It brings nudges into sessions: with the result of the next tool while a session works, as a new message when it
// idles. It tells the hub how its sessions are and what they wait for; what people answer at the hub to a permission or
// a question of OpenCode it carries out, also where OpenCode listens on no port. While nothing is pending it makes no
// call and changes no byte of any result; while nothing changes it says so every half minute; while the hub is away
// OpenCode works as without it. Whatever goes wrong here is said once in OpenCode's log.

const SETTINGS = { command: ["bellpull"], agent: null, dataDir: null, url: null }

import { execFile } from "node:child_process"
import { readFile, readlink } from "node:fs/promises"
import { hostname } from "node:os"

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
/** What tools do comes in bursts; a burst is one sign. What people wait for goes at once. */
const GATHER_MS = 50
/** A request is waited for with one call, and no more of them at a time. */
const MOST_WAITS = 20
/** The longest difference that is told whole; all requests of a session share the second number. */
const DIFF_CHARS = { one: 60_000, all: 300_000 }
/** More signs or characters than this go in several calls. */
const MOST_SIGNS = 100
const MOST_SIGNED = 300_000
/** An accepted message shows the session at work sooner than this, or not at all. */
const WAKING_MS = 5_000
const LEAVING_MS = 1_000
/** More characters of nudges than this wait for the next result. */
const MOST_CHARS = 40_000
/** OpenCode cuts the end of what an MCP server returns beyond this, after the hook (settings: `tool_output`). */
const CUT = { max_bytes: 51_200, max_lines: 2_000 }
/** `opencode run` ends with the turn: a message after it would never be read. */
const WAKES = process.argv.slice(2).find((word) => !word.startsWith("-")) !== "run"
/** What tells where a person finds this process; all variables of a surrounding, or it is not told. */
const SURROUNDINGS = {
  tmux: { socket: "TMUX", pane: "TMUX_PANE" },
  kitty: { listen_on: "KITTY_LISTEN_ON", window: "KITTY_WINDOW_ID" },
  wezterm: { socket: "WEZTERM_UNIX_SOCKET", pane: "WEZTERM_PANE" },
  iterm2: { session: "ITERM_SESSION_ID" },
}
const ASKING = /(^|_)(ask_user|ask_person|notify)$/
const AWAITING = /(^|_)await_answer$/
const QUESTION_ID = /"question_id":\s*"([^"\\]+)"/
/** A result of an ask that leaves nothing open: an answer, or a window that wants none. */
const ANSWERED =
  /^\s*(\{\s*"response":\s*"(accepted|dismissed)"|User (response:|dismissed |cancelled the |submitted )|✓ )/
const NUDGES = /<notification[\s\S]*?<\/notification>/g
/** Titles of messages that have none are their first lines, and no longer than this. */
const HEADLINE_CHARS = 100

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

/**
 * What the hub that has proved itself to `bellpull whoami` left in its data folder. While that is as it was and its
 * process lives, nobody else can have its port: so nobody else is sent the key.
 */
class Trace {
  constructor(file, text, pid) {
    Object.assign(this, { file, text, pid })
  }

  static async of(file, url) {
    const text = await readFile(file, "utf8")
    const named = JSON.parse(text)
    if (named.url.replace(/\/+$/, "") !== url) throw new Error("the hub has moved")
    // In a container, processes may have other numbers than the hub knows.
    return new Trace(file, text, lives(named.pid) ? named.pid : null)
  }

  async isFresh() {
    const text = await readFile(this.file, "utf8").catch(() => "")
    return text === this.text && (this.pid === null || lives(this.pid))
  }
}

/** The hub as this agent sees it. It is looked for again whenever it does not answer or knows the key no more. */
class Hub {
  /** @type {{agent: string, url: string, key: string, trace: Trace | null} | null} */
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
    const place = said.url.replace(/\/+$/, "")
    return { agent: said.agent, url: place, key, trace: said.hub_file ? await Trace.of(said.hub_file, place) : null }
  }

  /** @param {string} tail of the path of this agent's nudges, or a whole path @param {unknown} body or its JSON text */
  async call(method, tail, body, ms = REQUEST_MS, unwanted) {
    const hub = this.found
    if (!hub) throw new Error("there is no hub")
    const path = tail.startsWith("/api") ? tail : `/api/agents/${encodeURIComponent(hub.agent)}/nudges${tail}`
    if (hub.trace && !(await hub.trace.isFresh())) {
      this.lose(hub)
      throw new Error("the hub has gone")
    }
    let answer
    try {
      answer = await fetch(hub.url + path, {
        method,
        headers: { Authorization: `Bearer ${hub.key}`, "Content-Type": "application/json", "Bellpull-Protocol": "1" },
        body: typeof body === "string" ? body : body && JSON.stringify(body),
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(ms), ...(unwanted ? [unwanted] : [])]),
      })
      if (answer.ok) return await answer.json()
    } catch (error) {
      if (!unwanted?.aborted) this.lose(hub)
      throw error
    }
    // A hub that stops lets go of its port soon, and who refuses the key may be somebody else.
    if (answer.status === 401 || answer.status === 503) this.lose(hub)
    if (answer.status === 426) await this.part(answer)
    throw Object.assign(new Error(`${method} ${path}: ${answer.status}`), { status: answer.status })
  }

  /** Post what can be repeated, again and again while the hub is away. */
  async insist(tail, body) {
    const until = Date.now() + SETTLE_MS
    for (let ms = PAUSE_MS.first / 5; Date.now() < until && !this.closed; ms = Math.min(ms * 2, 1000)) {
      await this.reach()
      try {
        return void (await this.call("POST", tail, body))
      } catch (error) {
        if (isRefusal(error)) return this.complain(error.message)
        await pause(ms)
      }
    }
  }

  /** One of us is too old for the other, and stays so while this OpenCode lives. */
  async part(answer) {
    const { detail, hint } = await answer.json().catch(() => ({ detail: "The hub refuses this plugin", hint: "restart OpenCode" }))
    this.complain(`${detail} (${hint})`)
    this.close()
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
    const ids = nudges.map((nudge) => nudge.id)
    const settled = this.hub.insist(verb, { ids }).finally(() => this.settling.delete(settled))
    this.settling.add(settled)
  }
}

/** One session of this OpenCode. */
class Session {
  parent = null
  state = "idle"
  /** Permissions and questions that wait for a person, by OpenCode's id, as the hub is told of them. */
  requests = new Map()
  /** Tools that run, and asks of this turn without an answer, by the id of their call. */
  tools = new Map()
  asks = new Map()
  /** Whether its asks were seen; of a turn that began before this OpenCode they were not. */
  sawAsks = false
  todos = undefined
  turnAt = undefined
  trouble = undefined
  prompted = false
  waking = null
  /** What was put into failures, by the id of the part: OpenCode reads its messages anew for each request. */
  additions = new Map()
  /** What is asked of the model next is a summary: nobody acts on what stands there. */
  compacting = false
  /** When it was last prompted, as a place in the order of all. */
  place = 0
  info = {}
  /** The sign that the hub has last taken. */
  told = ""

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

  /** A person wrote something: what was asked before is answered, or is no longer the question. */
  beginTurn(at) {
    Object.assign(this, { turnAt: at, sawAsks: true })
    for (const [call, ask] of this.asks) if (!ask.running) this.asks.delete(call)
  }

  /** What a tool does. Whether something is to be said of it at once. */
  follow({ callID, tool, state }) {
    const running = state.status === "running"
    if (running) this.tools.set(callID, { tool, argument: argumentOf(state), since: timeOf(state.time?.start) })
    else this.tools.delete(callID)
    if (AWAITING.test(tool)) return this.awaits(callID, tool, state)
    if (!ASKING.test(tool) || state.status === "pending") return false
    this.sawAsks = true
    const ask = askOf(tool, state, this.asks.get(callID)?.at)
    if (ask) this.asks.set(callID, ask)
    else this.asks.delete(callID)
    return true
  }

  /** A question is taken up again, perhaps one of an earlier turn. */
  awaits(callID, tool, { status, input, output, time }) {
    const id = input?.question_id
    if (status === "pending" || typeof id !== "string") return false
    const running = status === "running"
    this.sawAsks = true
    this.asks.delete(callID)
    const asked = [...this.asks].filter(([, ask]) => ask.question_id === id)
    if (ANSWERED.test(output ?? "")) for (const [call] of asked) this.asks.delete(call)
    else if (running || (status === "completed" && !asked.length)) {
      this.asks.set(callID, { question_id: id, tool, at: timeOf(time?.start), running, source: "event" })
    }
    return true
  }

  /** It does nothing, so nothing runs and nobody is asked. */
  rest() {
    this.tools.clear()
    this.requests.clear()
    this.trouble = undefined
    for (const [call, ask] of this.asks) if (ask.running) this.asks.delete(call)
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

  sign(server, directory, place) {
    return {
      session: this.name,
      state: this.parent && this.state === "idle" ? "ended" : this.state,
      client: this.info.version ? `opencode/${this.info.version}` : "opencode",
      parent: this.parent && `opencode:${this.parent}`,
      title: this.info.title && String(this.info.title).slice(0, 1000),
      directory: this.info.directory ?? directory,
      server,
      source: "plugin",
      wakes: WAKES,
      turn_at: this.turnAt,
      tools: [...this.tools.values()].slice(-50),
      todos: this.todos,
      asks: this.sawAsks ? [...this.asks.values()].slice(-50) : undefined,
      requests: [...this.requests.values()].slice(0, 100).map((request) => slim(request, this.requests.size)),
      trouble: this.trouble,
      place,
    }
  }
}

/** How a session is told: at once, with what else happens in this moment, or also if it is as before. */
const [NOW, LATER, ANYWAY] = [{}, {}, { anyway: true }]

/** Brings what sessions do to the hub: one call at a time, the newest of each session. */
class Signs {
  /** @type {Map<Session, {state?: string, anyway?: boolean}>} with how it is over, and whether it is told unchanged */
  due = new Map()
  sending = null
  /** Sessions that wait a moment for what else happens. */
  gathered = new Set()
  gathering = null

  /** @param {Hub} hub @param {(session: Session) => object} describe @param {(said: object) => void} hear */
  constructor(hub, describe, hear) {
    this.hub = hub
    this.describe = describe
    this.hear = hear
  }

  /** To be told at once. */
  add(session, { state, anyway } = {}) {
    const before = this.due.get(session)
    this.due.set(session, { state: state ?? before?.state, anyway: anyway || before?.anyway })
    this.begin()
  }

  /** To be told with what else happens in this moment. */
  gather(session) {
    this.gathered.add(session)
    this.gathering ??= setTimeout(() => this.begin(), GATHER_MS)
  }

  begin() {
    clearTimeout(this.gathering)
    this.gathering = null
    for (const session of this.gathered) if (!this.due.has(session)) this.due.set(session, {})
    this.gathered.clear()
    if (this.due.size) this.sending ??= this.send().catch(this.giveUp)
  }

  /** Something here is not as we thought; what comes next is tried again. */
  giveUp = (error) => {
    this.hub.complain(error.message)
    this.due.clear()
    this.sending = null
  }

  async send() {
    let atOnce = MOST_SIGNS
    while (this.due.size && !this.hub.closed) {
      await this.hub.reach()
      const batch = this.batch(atOnce)
      if (batch.length) atOnce = (await this.bring(batch)) ? atOnce : 1
    }
    // Nothing may come between the last look and this.
    this.sending = null
  }

  /** False: the hub refuses one of them, and each is to be tried alone. */
  async bring(batch) {
    try {
      const said = await this.hub.call("POST", "/api/sessions/signs", `[${batch.map(({ text }) => text)}]`)
      for (const { session, text } of batch) session.told = text
      this.hear(said)
      return true
    } catch (error) {
      this.hub.complain(error.message)
      const refused = isRefusal(error)
      if (refused && batch.length === 1) return true
      for (const { session, how } of batch) if (!this.due.has(session)) this.due.set(session, how)
      if (!refused) await pause(PAUSE_MS.first)
      return !refused
    }
  }

  /** What goes in one call. Sessions that are as the hub knows them are left out. */
  batch(most) {
    const batch = []
    let size = 0
    for (const [session, how] of [...this.due].slice(0, most)) {
      const text = jsonOf({ ...this.describe(session), ...(how.state && { state: how.state }) })
      if (batch.length && size + text.length > MOST_SIGNED) break
      this.due.delete(session)
      if (text === session.told && !how.anyway) continue
      batch.push({ session, how, text })
      size += text.length
    }
    return batch
  }
}

/** What people answer at the hub to requests of OpenCode: waits for it, and carries it out here. */
class Answers {
  /** Calls that wait, and requests that are being answered, by OpenCode's id. */
  waits = new Map()
  carrying = new Set()
  /** How often a request was waited for. */
  tries = new Map()

  /** @param {Hub} hub @param {(session: Session) => void} tell the hub of this session once more */
  constructor(client, hub, tell) {
    this.client = client
    this.hub = hub
    this.tell = tell
  }

  /** What the hub has made of a request that is open here. */
  hear(session, { request, question_ids: ids, state, reply }) {
    if (state === "answered" && reply) this.carryOut(session, request, ids, reply)
    else if (state === "open" && ids.length && !this.waits.has(request) && this.waits.size < MOST_WAITS) {
      this.wait(session, request, ids)
    }
  }

  async wait(session, request, ids) {
    const unwanted = new AbortController()
    this.waits.set(request, unwanted)
    const tries = this.tries.get(request) ?? 0
    this.tries.set(request, tries + 1)
    try {
      if (tries) await pause(Math.min(PAUSE_MS.first * 2 ** (tries - 1), PAUSE_MS.last))
      for (const id of ids) await this.settled(id, unwanted.signal)
    } catch {
      // The hub is away, or does not know it any more: it is told of it again.
    }
    if (unwanted.signal.aborted) return
    this.waits.delete(request)
    this.tell(session)
  }

  async settled(id, unwanted) {
    const path = `/api/questions/${encodeURIComponent(id)}?wait=${POLL_SECONDS}`
    while (!unwanted.aborted) {
      const began = Date.now()
      const { state } = await this.hub.call("GET", path, undefined, POLL_SECONDS * 1000 + REQUEST_MS, unwanted)
      if (state === "settled") return
      // A surface has let it go: the hub does not wait for it then, but it can still be answered.
      if (Date.now() - began < 1000) await pause(1000)
    }
  }

  async carryOut(session, request, ids, reply) {
    if (this.carrying.has(request)) return
    this.carrying.add(request)
    try {
      const taken = await this.reply(request, reply)
      // Somebody else may have dealt with it in another way: only who told OpenCode says so.
      if (!taken) return this.gone(session, request)
      for (const id of ids) await this.hub.insist(`/api/questions/${encodeURIComponent(id)}/handed`)
    } catch (error) {
      this.carrying.delete(request)
      this.hub.complain(`OpenCode took no answer: ${error.message}`)
    }
  }

  /** Inside OpenCode, so that it needs no port. False: OpenCode no longer waits for it. */
  async reply(id, { reply, message, answers }) {
    const http = this.client._client ?? this.client.client
    const said = await http.post({
      url: answers ? "/question/{id}/reply" : "/permission/{id}/reply",
      path: { id },
      body: answers ? { answers } : { reply, ...(message && { message }) },
      headers: { "Content-Type": "application/json" },
    })
    if (said.error && said.response?.status !== 404) throw new Error(JSON.stringify(said.error))
    return !said.error
  }

  gone(session, request) {
    if (session.requests.delete(request)) this.tell(session)
    this.forget(request)
  }

  /** OpenCode no longer waits for it. */
  forget(request) {
    this.waits.get(request)?.abort()
    for (const known of [this.waits, this.carrying, this.tries]) known.delete(request)
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

  constructor(ctx, hub, nudges, place) {
    this.ctx = ctx
    this.nudges = nudges
    this.hub = hub
    this.answers = new Answers(ctx.client, hub, (session) => this.tell(session, ANYWAY))
    this.signs = new Signs(hub, (session) => session.sign(serverOf(ctx), ctx.directory, place), this.hear)
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

  prompted({ sessionID, agent, model, variant }, { message, parts } = {}) {
    const session = this.get(sessionID)
    Object.assign(session, { prompted: true, place: ++this.places })
    session.learn({ ...(agent && { agent }), ...(model && { model }), variant })
    const isPersons = parts?.some(isOfPerson)
    if (isPersons) session.beginTurn(timeOf(message?.time?.created))
    // One that idles begins to work with it, and is told then.
    if (isPersons && session.state === "working") this.tell(session, LATER)
    else this.known(sessionID).catch(() => {})
  }

  works(id, { type, message }) {
    const session = this.get(id)
    session.trouble = type === "retry" ? `tries again: ${message ?? ""}`.slice(0, 200) : undefined
    this.becomes(session, "working")
  }

  idles(id) {
    const session = this.get(id)
    this.rest(session)
    // A sub-agent that has ended hears no answer: what it asked is its parent's.
    if (session.parent && session.asks.size) {
      const parent = this.get(session.parent)
      for (const [call, ask] of session.asks) parent.asks.set(call, ask)
      this.tell(parent, LATER)
    }
    this.becomes(session, "idle")
    this.wake()
  }

  becomes(session, state) {
    const changed = session.state !== state
    Object.assign(session, { state, waking: null })
    this.tell(session, changed ? NOW : LATER)
  }

  rest(session) {
    for (const id of session.requests.keys()) this.answers.forget(id)
    session.rest()
  }

  learns(info) {
    const session = this.get(info.id)
    session.learn(info)
    if (session.told) this.tell(session, LATER)
  }

  does(part) {
    const session = this.get(part.sessionID)
    this.tell(session, session.follow(part) ? NOW : LATER)
  }

  plans(id, todos) {
    const session = this.get(id)
    session.todos = todos.slice(0, 100).map(({ content, status, priority }) => ({
      content: String(content).slice(0, 500),
      status: String(status),
      ...(priority && { priority: String(priority) }),
    }))
    this.tell(session, LATER)
  }

  waits(id, kind, { id: request, permission, patterns, metadata, always, questions }) {
    const said = kind === "permission" ? { permission, patterns, metadata, always } : { questions }
    const session = this.get(id)
    session.requests.set(request, { id: request, kind, source: "event", since: timeOf(Date.now()), ...said })
    this.tell(session)
  }

  answered(id, request) {
    const session = this.get(id)
    session.requests.delete(request)
    this.answers.forget(request)
    this.tell(session)
  }

  ended(id) {
    const session = this.get(id)
    this.all.delete(id)
    this.rest(session)
    this.signs.add(session, { state: "ended" })
  }

  /** The hub hears of a session when it is known whose sub-agent it is. */
  tell(session, how = NOW) {
    this.known(session.id).then(
      () => (how === LATER ? this.signs.gather(session) : this.signs.add(session, how)),
      () => {},
    )
  }

  hear = ({ requests }) => {
    for (const told of requests ?? []) {
      const session = this.all.get(String(told.session).slice("opencode:".length))
      if (session?.requests.has(told.request)) this.answers.hear(session, told)
    }
  }

  /** Sub-agents that have ended are not kept fresh: what is for them goes to others. */
  heartbeat = () => {
    for (const session of this.all.values()) {
      if (session.state === "working" || (session.prompted && !session.parent)) this.tell(session, ANYWAY)
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

  /** OpenCode is about to send these to the model: a tool that has failed can still take what is pending. */
  async sends(messages) {
    const session = this.all.get(messages.at(-1)?.info.sessionID)
    if (!session) return
    const summed = session.compacting
    session.compacting = false
    const part = newFailure(messages)
    if (part && !summed && session.info.id && this.nudges.known.some((nudge) => session.takes(nudge))) {
      const claimed = await this.nudges.claimInTime(session)
      if (claimed.length) {
        const before = session.additions.get(part.id)
        session.additions.set(part.id, [...(before ? [before] : []), textOf(claimed)].join("\n\n"))
        setTimeout(() => this.nudges.confirm(claimed), 0)
        this.keep(part, session.additions.get(part.id))
      }
    }
    addAgain(messages, session.additions)
  }

  /** In OpenCode's own record, as with results: it is there after a restart too. */
  keep(part, text) {
    const { id, messageID, sessionID, state } = part
    const http = this.ctx.client._client ?? this.ctx.client.client
    const kept = http.patch({
      url: "/session/{sessionID}/message/{messageID}/part/{id}",
      path: { id, messageID, sessionID },
      body: { ...part, state: { ...state, error: `${state.error}\n\n${text}` } },
      headers: { "Content-Type": "application/json" },
    })
    kept.catch((error) => this.hub.complain(`OpenCode did not keep what was told: ${error.message}`))
  }

  /** OpenCode ends: the hub hears it, and what is under way is finished. */
  async leave() {
    for (const session of this.all.values()) {
      const known = session.prompted || session.state === "working"
      this.rest(session)
      if (known) this.signs.add(session, { state: "ended" })
    }
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
  "session.updated": (sessions, { info }) => sessions.learns(info),
  "session.deleted": (sessions, { info }) => sessions.ended(info.id),
  "session.status": (sessions, { sessionID, status }) => status.type !== "idle" && sessions.works(sessionID, status),
  "session.idle": (sessions, { sessionID }) => sessions.idles(sessionID),
  "message.part.updated": (sessions, { part }) => (part.type === "tool" ? sessions.does(part) : sessions.arrived(part)),
  "todo.updated": (sessions, { sessionID, todos }) => sessions.plans(sessionID, todos),
  "permission.asked": (sessions, asked) => sessions.waits(asked.sessionID, "permission", asked),
  "permission.replied": (sessions, { sessionID, requestID }) => sessions.answered(sessionID, requestID),
  "question.asked": (sessions, asked) => sessions.waits(asked.sessionID, "question", asked),
  "question.replied": (sessions, { sessionID, requestID }) => sessions.answered(sessionID, requestID),
  "question.rejected": (sessions, { sessionID, requestID }) => sessions.answered(sessionID, requestID),
}

/** What OpenCode and we put into messages ourselves is nothing that a person has said. */
const isOfPerson = ({ type, metadata, synthetic }) =>
  type === "text" ? !metadata?.bellpull && !synthetic : ["file", "agent", "subtask"].includes(type)

/** What a running tool works on, in a few words. */
function argumentOf({ title, input = {} }) {
  const { command, filePath, description, pattern, prompt } = input
  const words = [title, command, filePath, description, pattern, typeof prompt === "string" && prompt.slice(0, 50)]
  return (words.find((word) => typeof word === "string" && word) ?? "").slice(0, 500)
}

/** An ask tool as the hub is told of it, or nothing where it is answered or has asked nobody. */
function askOf(tool, { status, input = {}, output, error, time }, before) {
  const running = status === "running"
  const said = String(output ?? error ?? "").replace(NUDGES, "")
  const id = running ? undefined : QUESTION_ID.exec(said)?.[1]
  // Without an id a window that has closed asks nobody any more, and other tools called `notify` never did.
  const isMessage = input.question === undefined
  const asks = running ? !isMessage || input.wait_for_response !== false : status === "completed" && !isMessage
  if (!(asks || id) || ANSWERED.test(said)) return undefined
  const text = String(input.question ?? input.message ?? "")
  return {
    question_id: id,
    title: (isMessage ? headline(text) : String(input.title ?? "")).slice(0, 200),
    text: text.slice(0, id ? 1_000 : 65_536),
    tool,
    at: timeOf(time?.start) ?? before,
    running,
    source: "event",
  }
}

/** The first line of a message that says something, as the hub makes titles of messages. */
function headline(message) {
  const line = message.trim().split(/\r\n|\r|\n/)[0].trim()
  return [...line].length <= HEADLINE_CHARS ? line : `${[...line].slice(0, HEADLINE_CHARS - 1).join("").trimEnd()}…`
}

/** A request without what nobody reads: long texts are cut, large things besides them left out. */
function slim(request, count) {
  if (!request.metadata) return request
  const most = Math.min(DIFF_CHARS.one, Math.floor(DIFF_CHARS.all / count))
  const kept = Object.entries(request.metadata).flatMap(([name, value]) => {
    if (typeof value === "string") return [[name, value.slice(0, most)]]
    return JSON.stringify(value ?? null).length <= 2_000 ? [[name, value]] : []
  })
  return { ...request, metadata: Object.fromEntries(kept) }
}

/** JSON that every reader takes: halves of characters, left by whoever cut a text, are replaced. */
const jsonOf = (value) => JSON.stringify(value, (_, one) => (typeof one === "string" ? wellFormed(one) : one))
const wellFormed = (text) => text.toWellFormed?.() ?? text

/** @param {number | undefined} ms of this machine's clock */
const timeOf = (ms) => (Number.isFinite(ms) ? new Date(ms).toISOString() : undefined)

/** Where this OpenCode runs, so that a person can be brought there. */
async function placeHere() {
  const place = { host: hostname(), pid: process.pid, tty: await terminal() }
  for (const [name, variables] of Object.entries(SURROUNDINGS)) {
    const values = Object.entries(variables).map(([field, variable]) => [field, process.env[variable]])
    if (values.every(([, value]) => value)) place[name] = Object.fromEntries(values)
  }
  // The variable names the socket, the server's process and the session.
  if (place.tmux) place.tmux.socket = place.tmux.socket.replace(/,[^,]*,[^,]*$/, "")
  return place
}

/** The terminal of this process, where it has one. */
async function terminal() {
  for (const stream of [0, 1, 2]) {
    const file = await readlink(`/proc/self/fd/${stream}`).catch(() => "")
    if (/^\/dev\/(pts\/\d|tty\w)/.test(file)) return file
  }
  if (process.platform !== "darwin") return undefined
  const said = await output(["ps", "-o", "tty=", "-p", String(process.pid)], "/").catch(() => "")
  return /^tty\w+$/.test(said.trim()) ? `/dev/${said.trim()}` : undefined
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

/** The failure that the model is about to read first. OpenCode shows failures to no `tool.execute.after`. */
function newFailure(messages) {
  const answer = messages.findLast(({ info }) => info.role === "assistant")
  return answer?.parts.findLast(({ type, state }) => type === "tool" && state.status === "error" && !state.metadata?.interrupted)
}

/** Put what was added to failures there once more, unless OpenCode has kept it. */
function addAgain(messages, additions) {
  for (const { parts } of additions.size ? messages : []) {
    for (const { id, state } of parts) {
      const text = additions.get(id)
      if (text && !state.error?.includes(text)) state.error = `${state.error ?? ""}\n\n${text}`
    }
  }
}

/** @param {Nudge[]} nudges */
const textOf = (nudges) => nudges.map(({ xml }) => xml).join("\n\n")

const textsIn = ({ output, content }) =>
  typeof output === "string" ? [output] : (content ?? []).map((item) => item.text ?? item.resource?.text ?? "")

/** Without a server of its own OpenCode names this address, where perhaps another one listens. */
function serverOf(ctx) {
  const url = ctx.serverUrl && new URL(ctx.serverUrl)
  return url && url.host !== "localhost:4096" ? url.origin : undefined
}

/** The hub will say the same again. */
function lives(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

const isRefusal = ({ status }) => Boolean(status) && status !== 401 && status < 500

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
  const sessions = new Sessions(ctx, hub, nudges, await placeHere().catch(() => undefined))
  const cut = { ...CUT }
  nudges.follow(sessions.isHere, sessions.latest, (found) => {
    sessions.wake()
    sessions.adopt(found).catch(() => {})
  })
  const heart = setInterval(sessions.heartbeat, HEARTBEAT_MS)
  /** What OpenCode says in a way that we do not know must not disturb it. */
  const safely = (take) => {
    try {
      take()
    } catch (error) {
      hub.complain(`an event that is not understood: ${error.message}`)
    }
  }

  return {
    config: async ({ tool_output }) => void Object.assign(cut, tool_output),
    event: async ({ event }) => safely(() => EVENTS[event.type]?.(sessions, event.properties)),
    "chat.message": async (input, output) => safely(() => sessions.prompted(input, output)),
    "experimental.chat.system.transform": async (_, { system }) => {
      const words = (text) => text.split(/\s+/).join(" ")
      if (!system.some((text) => words(text).includes(words(NOTICE)))) system.push(NOTICE)
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      if (!output) return
      // The hub has to know whose question it is before the turn ends, and before nudges come to this result.
      if (ASKING.test(tool) || AWAITING.test(tool)) {
        const state = { status: "completed", input: args, output: textsIn(output).join("\n") }
        safely(() => sessions.does({ sessionID, callID, tool, state }))
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
    "experimental.session.compacting": async ({ sessionID }) => void (sessions.get(sessionID).compacting = true),
    "experimental.chat.messages.transform": async (_, { messages }) => {
      try {
        await sessions.sends(messages)
      } catch (error) {
        hub.complain(`messages that are not understood: ${error.message}`)
      }
    },
    dispose: async () => {
      clearInterval(heart)
      await Promise.race([sessions.leave(), pause(LEAVING_MS)])
      hub.close()
    },
  }
}
