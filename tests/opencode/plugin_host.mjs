// The plugin with an OpenCode that a test plays: it reads what OpenCode does, one JSON text in a line, and prints what
// the plugin makes of it.
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"

const say = (said) => process.stdout.write(JSON.stringify(said) + "\n")
const told = { sessions: {}, refuse: false, drop: false, answers: 200 }
const client = {
  _client: {
    post: async ({ url, path, body }) => {
      say({ reply: url.replace("{id}", path.id), body })
      const error = told.answers === 200 ? undefined : { name: "Refused" }
      return { data: !error, error, response: { status: told.answers } }
    },
    patch: async ({ path, body }) => {
      say({ kept: path.id, body })
      return {}
    },
  },
  app: { log: async ({ body }) => say({ log: body.message }) },
  session: {
    get: async ({ path }) => ({ data: told.sessions[path.id] }),
    promptAsync: async ({ path, body }) => {
      say({ prompt: path.id, body })
      if (told.refuse) return { error: { name: "Refused" } }
      const [part] = body.parts
      if (!told.drop) setTimeout(() => hooks.event({ event: { type: "message.part.updated", properties: { part } } }))
      return {}
    },
  },
}
const [plugin] = Object.values(await import(pathToFileURL(process.argv[3])))
const hooks = await plugin({ client, directory: process.cwd(), serverUrl: new URL("http://127.0.0.1:4097") })

const does = {
  play: (what) => Object.assign(told, what),
  event: (event) => hooks.event({ event }),
  after: async ({ input, output }) => {
    const began = performance.now()
    await hooks["tool.execute.after"](input, output)
    return { output, ms: performance.now() - began }
  },
  message: ({ output, ...input }) => hooks["chat.message"](input, output ?? {}),
  sends: async (messages) => {
    await hooks["experimental.chat.messages.transform"]({}, { messages })
    return messages
  },
  compacts: (sessionID) => hooks["experimental.session.compacting"]({ sessionID }, { context: [] }),
  config: (config) => hooks.config(config),
  dispose: () => hooks.dispose(),
}
for await (const line of createInterface(process.stdin)) {
  const { id, verb, given } = JSON.parse(line)
  Promise.resolve(does[verb](given)).then((done) => say({ id, done: done ?? null }))
}
process.exit(0)
