import type { Hello, Push, Reply } from "./types";

export type Message = Record<string, unknown> & { type: string };

/** What knows the rules: a server, or a worker. The page asks it everything. */
export interface Host {
  /** A server of a game that is being written, or a site of one that is finished. */
  readonly kind: "server" | "site";
  ask(message: Message): Promise<Reply>;
  hello(): Promise<Hello>;
  counters(names?: string[]): Promise<Record<string, string>>;
  tile(level: number, column: number, row: number, board: string, hidden: string[]): string;
  listen(hear: (push: Push) => void, state: (connected: boolean) => void): void;
  /** Hear what the host is busy with before it can answer, in a line; an empty line once it can. */
  loading(hear: (line: string, failed: boolean) => void): void;
}
