/**
 * Many phrases matched at once over words. A pattern is words with alternatives "(a|b c)" and optional words
 * "(a)?"; all of them become one automaton, so that the cost of a text does not grow with their number.
 */
export interface Phrase<T> {
  pattern: string;
  value: T;
}

export interface Match<T> {
  value: T;
  /** Number of words matched. */
  length: number;
}

interface State<T> {
  words: Map<string, number>;
  free: number[];
  accepts: T[];
}

export class PhraseAutomaton<T> {
  readonly words: ReadonlySet<string>;
  private readonly states: State<T>[];
  private readonly first: ReadonlyMap<string, readonly number[]>;

  constructor(phrases: Iterable<Phrase<T>>) {
    const builder = new Builder<T>();
    for (const { pattern, value } of phrases) builder.add(pattern, value);
    this.states = builder.states;
    this.words = builder.words;
    const first = new Map<string, number[]>();
    for (const state of this.closure([0])) {
      for (const [word, next] of this.states[state]?.words ?? []) {
        const targets = first.get(word);
        if (targets) targets.push(next);
        else first.set(word, [next]);
      }
    }
    this.first = first;
  }

  /** The longest phrases that begin at word `from`; several when they are equally long. */
  matchAt(words: readonly string[], from: number): Match<T>[] {
    let best: Match<T>[] = [];
    let active = this.closure(this.first.get(words[from] ?? '') ?? []);
    for (let length = 1; active.length > 0; length += 1) {
      const accepted = active.flatMap((state) => this.states[state]?.accepts ?? []);
      if (accepted.length > 0) best = accepted.map((value) => ({ value, length }));
      const word = words[from + length];
      if (word === undefined) break;
      active = this.closure(
        active.map((state) => this.states[state]?.words.get(word)).filter((next) => next !== undefined),
      );
    }
    return best;
  }

  private closure(from: readonly number[]): number[] {
    const seen = new Set(from);
    for (const state of seen) {
      for (const next of this.states[state]?.free ?? []) seen.add(next);
    }
    return [...seen];
  }
}

class Builder<T> {
  readonly states: State<T>[] = [];
  readonly words = new Set<string>();

  constructor() {
    this.fresh();
  }

  add(pattern: string, value: T): void {
    const parts = pattern.match(/[()|?]|[^()|?\s]+/g) ?? [];
    const { end, next } = this.alternatives(parts, 0, 0);
    if (next !== parts.length) throw new SyntaxError(`unbalanced brackets in label pattern: ${pattern}`);
    this.states[end]?.accepts.push(value);
  }

  /** Reads "a b|c" up to a closing bracket; gives the state all alternatives end in. */
  private alternatives(parts: readonly string[], at: number, from: number): { end: number; next: number } {
    const end = this.fresh();
    let next = at;
    for (;;) {
      const branch = this.sequence(parts, next, from);
      this.states[branch.end]?.free.push(end);
      next = branch.next;
      if (parts[next] !== '|') return { end, next };
      next += 1;
    }
  }

  private sequence(parts: readonly string[], at: number, from: number): { end: number; next: number } {
    let state = from;
    let next = at;
    while (next < parts.length && parts[next] !== '|' && parts[next] !== ')') {
      const before = state;
      if (parts[next] === '(') {
        const group = this.alternatives(parts, next + 1, this.step(before));
        state = group.end;
        next = group.next + 1;
        if (parts[group.next] !== ')') throw new SyntaxError(`bracket not closed: ${parts.join(' ')}`);
      } else {
        state = this.word(before, parts[next] ?? '');
        next += 1;
      }
      if (parts[next] === '?') {
        const after = this.fresh();
        this.states[state]?.free.push(after);
        this.states[before]?.free.push(after);
        state = after;
        next += 1;
      }
    }
    return { end: state, next };
  }

  private word(from: number, word: string): number {
    this.words.add(word);
    const start = this.step(from);
    const end = this.fresh();
    this.states[start]?.words.set(word, end);
    return end;
  }

  /** A state of its own behind a free move, so that two branches never share a word's edge. */
  private step(from: number): number {
    const state = this.fresh();
    this.states[from]?.free.push(state);
    return state;
  }

  private fresh(): number {
    this.states.push({ words: new Map(), free: [], accepts: [] });
    return this.states.length - 1;
  }
}
