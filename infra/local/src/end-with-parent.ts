import { isMainThread } from 'node:worker_threads';

/*
 * Loaded before a service's main.ts (`node --import`): when the process that started it is gone, however it went, its end
 * of the standard input closes, and the service stops as on SIGTERM. So a killed demo leaves nothing behind.
 */
// Threads load this too, and their standard input is none.
if (isMainThread) {
  process.stdin.on('end', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 15_000).unref();
  });
  process.stdin.on('error', () => {});
  process.stdin.resume();
  // The watch alone keeps no process alive.
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
}
