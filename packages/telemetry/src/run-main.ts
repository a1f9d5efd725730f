import { createLogger, type Logger } from './logger.ts';
import { isConfigError } from './read-config.ts';

/**
 * The frame of a service's `main.ts`, the one place with signals and exit codes.
 *
 * `main` starts the service, waits for `signal` (`untilAborted(signal)`), stops what it started and returns.
 * SIGTERM and SIGINT abort `signal` once; from then `main` has `stopTimeout` ms to return. A second signal ends the
 * process at once, without any cleaning up.
 *
 * Exit codes: 0 when `main` returns, 1 when it throws or an error reaches nobody, 1 when stopping takes too long,
 * 128 + signal number after a second signal. An error with code `config_invalid` is one line on stderr; others are logged whole.
 */
export interface MainContext {
  /** Aborted by the first SIGTERM or SIGINT. */
  signal: AbortSignal;
  /** `log.level` may be set once the config is read. */
  log: Logger;
}

export interface RunMainOptions {
  /** Name on every log line. Default 'service'. */
  service?: string;
  /** Time between the first signal and giving up on a clean end, in ms. Default 30,000. */
  stopTimeout?: number;
}

const SIGNAL_NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const;

export async function runMain(
  main: (context: MainContext) => Promise<void>,
  options: RunMainOptions = {},
): Promise<never> {
  const log = createLogger({ service: options.service ?? 'service' });
  const stopTimeout = options.stopTimeout ?? 30_000;
  const controller = new AbortController();

  const onSignal = (name: keyof typeof SIGNAL_NUMBERS): void => {
    if (controller.signal.aborted) {
      log.warn({ signal: name }, 'second signal, ending at once');
      process.exit(128 + SIGNAL_NUMBERS[name]);
    }
    log.info({ signal: name, stopTimeout }, 'stopping');
    setTimeout(() => {
      log.error({ stopTimeout }, 'stopping took too long, ending');
      process.exit(1);
    }, stopTimeout);
    controller.abort();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'an error reached nobody, ending');
    process.exit(1);
  });

  try {
    await main({ signal: controller.signal, log });
  } catch (err) {
    if (isConfigError(err)) process.stderr.write(`${err.message}\n`);
    else log.fatal({ err }, 'failed');
    process.exit(1);
  }
  process.exit(0);
}

/** Resolves when the signal is aborted, at once if it is already. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
