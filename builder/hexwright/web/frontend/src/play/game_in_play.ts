import type { Host, Message } from "../host";
import { kept } from "../page";
import type { Event, Reply, View } from "../types";

/** How a game began, as the message that begins it again, and its actions since. */
export interface KeptGame {
  name: string;
  begin: Message;
  actions: string[];
}

const keyOf = (slug: string) => `play:${slug}`;
/** Where the game is kept whose place a link has taken. */
const keyBefore = (slug: string) => `before:${slug}`;
export const newName = () => crypto.getRandomValues(new Uint32Array(2)).join("-");
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]!;

export const keptGame = (slug: string) => readGame(kept.get(keyOf(slug)));
export const gameBefore = (slug: string) => readGame(kept.get(keyBefore(slug)));

/** Keep the game in play aside, since a link takes its place. */
export function setAside(slug: string): void {
  const text = kept.get(keyOf(slug));
  if (text) kept.set(keyBefore(slug), text);
}

function readGame(text: string | null): KeptGame | null {
  if (!text) return null;
  try {
    const found = JSON.parse(text) as KeptGame;
    return typeof found.name === "string" && Array.isArray(found.actions) && found.begin ? found : null;
  } catch {
    return null;
  }
}

/** A game in play on a host. It is kept in the browser after each action, and begun again where the host lost it. */
export class GameInPlay {
  events: Event[] = [];
  view: View | null = null;

  constructor(
    private host: Host,
    private slug: string,
    public kept: KeptGame,
  ) {}

  get name(): string {
    return this.kept.name;
  }

  async open(): Promise<Reply> {
    const there = await this.host.ask({ type: "view", game: this.name, since: 0 });
    if (there.ok) {
      this.take(there);
      return there;
    }
    return there.reason === "no-game" ? this.beginAgain() : there;
  }

  /** Begin the game on the host; `first` is done once it has begun, before it is kept. */
  async beginAgain(first: () => void = () => {}): Promise<Reply> {
    const answer = await this.host.ask({ ...this.kept.begin, game: this.name, actions: this.kept.actions });
    if (answer.ok) first();
    this.take(answer);
    return answer;
  }

  /** Ask about the game; where the host has lost it, begin it again there first. */
  async ask(message: Message): Promise<Reply> {
    let answer = await this.host.ask({ ...message, game: this.name });
    if (!answer.ok && answer.reason === "no-game" && (await this.beginAgain()).ok) {
      answer = await this.host.ask({ ...message, game: this.name });
    }
    this.take(answer);
    return answer;
  }

  decide(message: Message): Promise<Reply> {
    return this.ask({ ...message, rev: this.view?.rev ?? 0 });
  }

  /** Look again, as when another page has played. */
  async refresh(): Promise<Reply> {
    return this.ask({ type: "view", since: 0 });
  }

  private take(answer: Reply): void {
    if (!answer.ok || !answer.view) return;
    this.view = answer.view;
    if (answer.events) this.events = [...this.events.slice(0, answer.since ?? 0), ...answer.events];
    this.kept.actions = this.events.map((event) => event.action);
    this.kept.begin = { ...this.kept.begin, computers: answer.view.computers };
    this.keep();
  }

  keep(): void {
    kept.set(keyOf(this.slug), JSON.stringify(this.kept));
  }

  forget(): void {
    kept.set(keyOf(this.slug), null);
  }
}
