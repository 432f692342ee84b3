/** What the hub's REST and sockets say, as far as the page uses it (docs/reference/rest.md has all of it). */

export interface HubEvent {
  seq: number;
  type: string;
  agent_name: string;
  at: string;
  [field: string]: any;
}

export interface AnswerBody {
  choice?: string;
  text?: string;
  outcome?: "dismissed" | "cancelled";
}

export interface QuestionButton {
  label: string;
  answer: AnswerBody;
}

export interface Question {
  id: string;
  agent_name: string;
  kind: "choice" | "text" | "show" | "permission";
  title: string;
  question: string;
  options: string[];
  free_text: boolean;
  action_label: string | null;
  buttons: QuestionButton[];
  urgency: "low" | "normal" | "high" | "urgent";
  secret: boolean;
  look: {
    window_title: string | null;
    show_history: boolean;
    repo: string | null;
    branch: string | null;
    asked_as: string | null;
    task: string | null;
    listens: boolean;
  };
  project: string | null;
  session: string | null;
  opened_at: string;
  waiting_until: string | null;
  open_until: string;
  state: "open" | "settled";
  outcome: string | null;
  choice: string | null;
  reply: string | null;
  by: string | null;
  via: string | null;
  released: string | null;
}

/** An open question on the page, or one that was settled a moment ago. */
export interface Asked {
  question: Question;
  settled: Settled | null;
}

/** How a question ended: what is said of it, and what one had typed that was not sent. */
export interface Settled {
  outcome: string | null;
  via: string | null;
  said?: string | null;
  typed?: string;
  /** When the page heard of it. */
  at: number;
}

export interface Notification {
  id: string;
  agent_name: string;
  notification_type: "alert" | "info" | "status" | "completion" | "question";
  title: string;
  message: string | null;
  priority: "low" | "normal" | "high" | "urgent";
  category: string | null;
  metadata: Record<string, any> | null;
  status: "pending" | "acknowledged" | "dismissed";
  created_at: string;
  acknowledged_at: string | null;
  acknowledged_by: string | null;
}

export interface Span {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  strike?: boolean;
  link?: string;
}

export interface DiffLine {
  kind: "file" | "hunk" | "added" | "removed" | "context" | "note";
  text: string;
  old: number | null;
  new: number | null;
}

export interface Block {
  kind: "heading" | "paragraph" | "item" | "code" | "quote" | "rule" | "diff";
  level?: number;
  marker?: string;
  language?: string;
  spans?: Span[];
  lines?: DiffLine[];
}

export interface Me {
  scope: string;
  name: string;
  admin: boolean;
  key_id: string;
  /** Of a sign-in; a key has no end. */
  expires_at: string | null;
  has_password: boolean;
}

/** Why somebody waits for a person. With a question_id it can be answered here. */
export interface Wait {
  kind: "ask" | "permission";
  title: string;
  reason: string;
  source: string;
  since: string;
  confidence: "certain" | "likely" | "guess";
  agent_name: string;
  session: string | null;
  question_id: string | null;
  request: string | null;
  /** Its place among all that wait, in the order of open questions. */
  rank: number;
}

export interface Session {
  id: string;
  agent_name: string;
  client: string | null;
  parent: string | null;
  state: "working" | "idle" | "waiting" | "ended";
  busy: boolean;
  since: string;
  title: string | null;
  directory: string | null;
  reason: string | null;
  tools: { tool: string; argument: string; since: string | null }[];
  /** As its client says them. */
  todos: any[];
  todo_counts: { all: number; done: number; left_out: number };
  trouble: string | null;
  place: Record<string, any> | null;
  waits: Wait[];
}

export interface Server {
  server: string;
  host: string;
  trouble: string | null;
  version: string | null;
}

export interface Watch {
  sessions: Session[];
  questions: Wait[];
  servers: Server[];
  waiting_count: number;
  usage: { percent: number | null; at: string; error: string | null } | null;
}

export interface Nudge {
  id: string;
  agent_name: string;
  session: string | null;
  source: string;
  label: string | null;
  message: string;
  question_id: string | null;
  created_at: string;
  by: string | null;
  times: number;
}

/** What passed between an agent and its people; further fields by the kind. */
export interface TrailEntry {
  seq: number;
  at: string;
  kind: "told" | "asked" | "answered" | "released" | "nudged" | "handed";
  [field: string]: any;
}

export interface Numbers {
  agent_name: string;
  told: number;
  asked: number;
  answered: number;
  open: number;
  median_seconds: number | null;
  nudged: number;
  handed: number;
  since: string | null;
}
