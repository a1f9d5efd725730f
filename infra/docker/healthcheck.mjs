// Health check of a service's container, in the one program the image has: node. Exit code 0 when the URL answers 2xx
// within three seconds.
const response = await fetch(process.argv[2], { signal: AbortSignal.timeout(3_000) }).catch((error) => error);
if (response instanceof Error || !response.ok) {
  console.error(response instanceof Error ? String(response.cause ?? response) : `HTTP ${response.status}`);
  process.exit(1);
}
