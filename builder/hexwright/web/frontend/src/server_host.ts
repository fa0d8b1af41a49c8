import type { Host, Message } from "./host";
import type { Hello, Push, Reply } from "./types";

const GONE: Reply = {
  ok: false,
  refused: "The server doesn't answer.",
  hint: "start 'hexwright serve' again and open the address that it prints; the game in play is kept here",
  reason: "gone",
};

/** The server of `hexwright serve`, whose pages have addresses below its secret path. */
export class ServerHost implements Host {
  readonly kind = "server";
  private next = 1;

  async ask(message: Message): Promise<Reply> {
    try {
      const answer = await fetch("ask", { method: "POST", body: JSON.stringify({ ...message, id: this.next++ }) });
      if (!answer.ok) return { ok: false, refused: (await answer.text()) || `The server answered ${answer.status}.` };
      return (await answer.json()) as Reply;
    } catch {
      return GONE;
    }
  }

  async hello(): Promise<Hello> {
    const answer = await this.ask({ type: "hello" });
    if (!answer.ok) throw new Error(answer.refused);
    return answer as unknown as Hello;
  }

  async counters(names?: string[]): Promise<Record<string, string>> {
    const text = await this.text(`counters.json${names ? `?names=${names.map(encodeURIComponent).join(",")}` : ""}`);
    return JSON.parse(text || "{}") as Record<string, string>;
  }

  tile(level: number, column: number, row: number, board: string, hidden: string[]): string {
    const hide = hidden.length ? `&hide=${[...hidden].sort().join(",")}` : "";
    return `tiles/${level}/${column}/${row}.jpg?v=${board}${hide}`;
  }

  listen(hear: (push: Push) => void, state: (connected: boolean) => void): void {
    const stream = new EventSource("events");
    stream.onopen = () => state(true);
    stream.onerror = () => state(false);
    stream.onmessage = (event) => hear(JSON.parse(event.data as string) as Push);
  }

  loading(): void {}

  private async text(address: string): Promise<string> {
    try {
      const answer = await fetch(address);
      return answer.ok ? await answer.text() : "";
    } catch {
      return "";
    }
  }
}
