import { useEffect, useRef, useState } from "preact/hooks";
import { many } from "../bits";
import type { GameFacts } from "../types";
import type { GameInPlay } from "./game_in_play";

const BEFORE = "#link/";

/** The text of the link in the page's address; empty if there is none. */
export const linkInAddress = () => (location.hash.startsWith(BEFORE) ? location.hash.slice(BEFORE.length) : "");

/** A link that continues the game as it is now, for one side or for both. */
export function LinkDialog(p: { game: GameFacts; play: GameInPlay; seat: string; close(): void }) {
  const [link, setLink] = useState("");
  const [said, setSaid] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const side = p.game.sides.find((one) => one.id === p.seat);
  useEffect(() => {
    void p.play.ask({ type: "link", ...(side ? { seat: side.id } : {}) }).then((answer) => {
      if (answer.ok) setLink(`${location.href.split("#")[0]}${BEFORE}${answer.link}`);
      else setSaid([answer.refused, answer.hint].filter(Boolean).join(" — "));
    });
  }, []);
  useEffect(() => field.current?.select(), [link]);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setSaid(`Copied, ${many(link.length, "character")}. Paste it into a message.`);
    } catch {
      setSaid("The browser doesn't let the page copy it: press Ctrl C.");
    }
  };
  return (
    <div class="modal">
      <section role="dialog" aria-modal="true" aria-labelledby="link-title" class="link">
        <h2 id="link-title">{side ? `Link for the ${side.plural}` : "Link for both sides"}</h2>
        <p>
          {side
            ? `Whoever opens it goes on from here, and decides for the ${side.plural} alone.`
            : "Whoever opens it goes on from here, for both sides."}{" "}
          Dice that are due fall as they would here.
        </p>
        <input ref={field} type="text" readOnly value={link} aria-label="The link" />
        <p class="sub" role="status">
          {said}
        </p>
        <footer>
          <button type="button" class="btn" onClick={p.close}>
            Close
          </button>
          <button type="button" class="btn primary" disabled={!link} onClick={() => void copy()}>
            Copy
          </button>
        </footer>
      </section>
    </div>
  );
}
