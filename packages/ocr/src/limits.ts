/** What a document may cost. */
export interface Limits {
  /** Pages of a document. */
  pages: number;
  /** Seconds of work on one page, by our own clock. */
  pageSeconds: number;
  /** Seconds to open and sort a document. */
  inspectSeconds: number;
  /** Resident memory of the child process, in MiB; it is killed beyond. */
  memoryMib: number;
  /** Pixels of one rendered page. */
  pixels: number;
}

export const DEFAULT_LIMITS: Limits = {
  pages: 1_000,
  pageSeconds: 90,
  inspectSeconds: 120,
  memoryMib: 1_500,
  pixels: 12_000_000,
};
