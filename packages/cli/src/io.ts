/** What a command may touch of the outside. */
export interface Io {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Exit codes of every command. */
export const exit = {
  done: 0,
  /** A document failed, or something the command needs. */
  failed: 1,
  /** The command was given wrongly. */
  usage: 2,
  interrupted: 130,
} as const;
