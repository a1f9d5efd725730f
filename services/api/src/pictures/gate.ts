/**
 * Lets so many in at once and so many wait, in order of arrival. `enter` resolves to the function that leaves again,
 * or to null at once when nobody more may wait.
 */
export function createGate({ places, maxWaiting }: { places: number; maxWaiting: number }) {
  let free = places;
  const waiting: (() => void)[] = [];

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async enter(): Promise<(() => void) | null> {
      if (free > 0) free -= 1;
      else if (waiting.length >= maxWaiting) return null;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
  };
}
