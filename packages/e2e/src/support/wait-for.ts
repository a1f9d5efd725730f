/**
 * Waits until `look` returns something other than null, undefined or false. Polls, because what is waited for
 * happens in other processes. A wait that ends without it throws with what `look` saw last, if it says so by `seen`.
 * @param deadline in ms
 */
export async function waitFor<T>(
  what: string,
  look: (
    seen: (state: unknown) => void,
  ) => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadline = 120_000,
): Promise<T> {
  const end = performance.now() + deadline;
  let last: unknown = 'nothing';
  while (performance.now() < end) {
    const found = await look((state) => {
      last = state;
    });
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited ${deadline} ms for ${what}; last seen: ${JSON.stringify(last)?.slice(0, 2_000)}`);
}
