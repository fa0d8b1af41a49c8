import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Host } from "../host";
import type { GameFacts, RuleFigure, RulePart, Span } from "../types";

const addressOf = (section: string) => `#rules/${encodeURIComponent(section)}`;
const wanted = () => decodeURIComponent(location.hash.split("/").slice(1).join("/"));
/** What stays free above a case that a link leads to, in px. */
const ABOVE = 16;
type Heading = Extract<RulePart, { kind: "heading" }>;

/** The rules as the booklet has them: contents, numbered cases that refer to each other, index. */
export function RulesPage({ game, host, version }: { game: GameFacts; host: Host; version: number }) {
  const [parts, setParts] = useState<RulePart[] | null>(null);
  const [figures, setFigures] = useState<RuleFigure[]>([]);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    void host.ask({ type: "rules" }).then((answer) => setParts(answer.parts ?? []));
    // They take seconds where a game is shown for the first time.
    void host.ask({ type: "figures" }).then((answer) => setFigures(answer.figures ?? []));
  }, [version]);
  const there = parts !== null;
  useEffect(() => {
    if (!there) return;
    const go = () => {
      const section = wanted();
      const heading = section
        ? [...article.current!.querySelectorAll<HTMLElement>("[data-section]")].find(
            (one) => one.dataset.section === section,
          )
        : null;
      if (!heading) return;
      const page = heading.closest<HTMLElement>(".rulebook")!;
      page.scrollTop += heading.getBoundingClientRect().top - page.getBoundingClientRect().top - ABOVE;
      heading.focus({ preventScroll: true });
    };
    go();
    addEventListener("hashchange", go);
    return () => removeEventListener("hashchange", go);
  }, [there]);
  if (!parts) return <main class="gallery rulebook" tabIndex={0} aria-label="Rules" />;
  const headings = parts.filter((one): one is Heading => one.kind === "heading");
  return (
    <main class="gallery rulebook" tabIndex={0} aria-label="Rules">
      <nav class="contents" aria-label="Contents">
        <h2>Contents</h2>
        <ol>
          {headings.map((one) => (
            <li key={one.id} class={`level-${one.level}`}>
              <a href={addressOf(one.id)}>
                {one.number && <span>{one.number}</span>}
                {one.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article ref={article}>
        <header>
          <h2>{game.title}</h2>
          {game.subtitle && <p class="sub">{game.subtitle}</p>}
        </header>
        {grouped(parts).map((group, n) => (
          <Fragment key={n}>
            <Group parts={group} />
            {figures.map((one, m) => standsBelow(one, group[0]!) && <Figure key={m} number={m + 1} figure={one} />)}
          </Fragment>
        ))}
      </article>
    </main>
  );
}

/** The part below which a figure stands: its case, or the heading of its section. */
function standsBelow(figure: RuleFigure, part: RulePart) {
  if (part.kind === "case") return figure.case !== "" && part.id === figure.case;
  return part.kind === "heading" && figure.case === "" && part.id === figure.section;
}

/** Put entries of one list together. */
function grouped(parts: RulePart[]): RulePart[][] {
  const groups: RulePart[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && ["step", "term"].includes(part.kind) && last[0]!.kind === part.kind) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

function Group({ parts }: { parts: RulePart[] }) {
  const first = parts[0]!;
  if (first.kind === "heading") {
    const Tag = first.level > 1 ? "h4" : "h3";
    return (
      <Tag data-section={first.id} tabIndex={-1}>
        {first.number && <span>{first.number}</span>}
        {first.title}
      </Tag>
    );
  }
  if (first.kind === "step")
    return (
      <ol start={Number(first.number)}>
        {parts.map(
          (one, n) =>
            one.kind === "step" && (
              <li key={n}>
                <b>{one.title}.</b> <Spans of={one.text} />
              </li>
            ),
        )}
      </ol>
    );
  if (first.kind === "term")
    return (
      <dl class="index">
        {parts.map(
          (one, n) =>
            one.kind === "term" && (
              <div key={n}>
                <dt>{one.title}</dt>
                <dd>
                  <Spans of={one.text} />
                </dd>
              </div>
            ),
        )}
      </dl>
    );
  if (first.kind === "counter")
    return (
      <section class="explained" aria-label={first.title}>
        <b>{first.title}</b>
        <div>
          <img {...first.picture} alt="" />
          <ol>
            {first.text.map((one, n) => (
              <li key={n}>{one.text}</li>
            ))}
          </ol>
        </div>
      </section>
    );
  if (first.kind === "counters")
    return (
      <section class="counter-key" aria-label={first.title}>
        <b>{first.title}</b>
        <ul>
          {first.entries.map((one, n) => (
            <li key={n}>
              {one.picture ? <img {...one.picture} alt="" /> : <i style={{ background: one.colour }} />}
              {one.text}
            </li>
          ))}
        </ul>
      </section>
    );
  if (first.kind === "case") return <Case {...first} />;
  if (first.kind === "table") return <Table {...first} />;
  return (
    <p>
      <Spans of={first.text} />
    </p>
  );
}

/** A case with its rulings in italics; links lead to it by its number. */
function Case({ id, title, text, rulings, example }: Extract<RulePart, { kind: "case" }>) {
  const found = id ? { "data-section": id, tabIndex: -1 } : {};
  return (
    <p {...found} class={example ? "example" : "case"}>
      {id && <span>{id}</span>} {title && <b>{title}.</b>} <Spans of={text} />
      {rulings.map((one, n) => (
        <em key={n}>
          {" "}
          <Spans of={one} />
        </em>
      ))}
    </p>
  );
}

function Figure({ number, figure }: { number: number; figure: RuleFigure }) {
  return (
    <figure>
      <img {...figure.picture} alt="" loading="lazy" />
      <figcaption>
        <b>
          Figure {number}. {figure.title}.
        </b>{" "}
        <Spans of={figure.text} />
      </figcaption>
    </figure>
  );
}

function Table({ title, head, rows }: Extract<RulePart, { kind: "table" }>) {
  return (
    <div class="rule-table">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {head.map((one, n) => (
              <th key={n} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {row.map((one, m) => (
                <td key={m} colSpan={m > 0 && row.length < head.length ? head.length - 1 : 1}>
                  {one}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Spans({ of }: { of: Span[] }) {
  return (
    <>
      {of.map((one, n) => {
        const text = one.to === undefined ? one.text : <a href={addressOf(one.to)}>{one.text}</a>;
        return <Fragment key={n}>{text}</Fragment>;
      })}
    </>
  );
}
