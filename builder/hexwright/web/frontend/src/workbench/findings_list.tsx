import { useState } from "preact/hooks";
import { many } from "../bits";
import type { Host } from "../host";
import type { Finding } from "../types";
import { fileName, OpenLine, SourceLines } from "./source_lines";

/** All findings, each beside the lines that it is about. */
export function FindingsList({
  findings,
  root,
  host,
  drawn = true,
  choose,
}: {
  findings: Finding[];
  root: string;
  host: Host;
  /** The rest of the game is drawn in spite of errors. */
  drawn?: boolean;
  choose(finding: Finding | null): void;
}) {
  const [open, setOpen] = useState<number | null>(findings.length ? 0 : null);
  const [refused, setRefused] = useState("");
  const fix = async (one: Finding) => {
    const { code, file, line, column } = one;
    const answer = await host.ask({ type: "fix", code, file, line, column });
    setRefused(answer.ok ? "" : [answer.refused, answer.hint].filter(Boolean).join(" — "));
  };
  const errors = findings.filter((one) => one.level === "error").length;
  const without = drawn ? `; the map is drawn without ${errors === 1 ? "it" : "them"}` : "";
  const counted = errors ? `${many(errors, "error")}${without}` : "no errors";
  return (
    <section class="card findings">
      <h2>
        Findings <small>{counted}</small>
      </h2>
      {findings.length === 0 && <p class="sub">Nothing to report: the game can be played.</p>}
      <ol>
        {findings.map((one, n) => (
          <li key={`${one.code}${one.file}${one.line}${n}`} class={`finding ${one.level} ${open === n ? "open" : ""}`}>
            <button
              type="button"
              class="f-head"
              aria-expanded={open === n}
              onClick={() => {
                setOpen(open === n ? null : n);
                choose(open === n ? null : one);
              }}
            >
              <span class="code">{one.code}</span>
              <span class="message">
                <b>{one.message}</b>
                <small>
                  {fileName(one.file)}
                  {one.line ? `:${one.line}:${one.column}` : ""}
                </small>
              </span>
            </button>
            {open === n && (
              <div class="f-body">
                <SourceLines file={one.file} lines={one.lines} line={one.line} column={one.column} />
                {one.hint && <p class="f-hint">{one.hint}</p>}
                <div class="f-acts">
                  {one.fix && (
                    <button type="button" class="btn small primary" onClick={() => void fix(one)}>
                      Write “{one.fix.new}”
                    </button>
                  )}
                  {one.line > 0 && <OpenLine root={root} file={one.file} line={one.line} column={one.column} />}
                </div>
                {refused && <p class="refused">{refused}</p>}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
