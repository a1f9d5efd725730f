/** The claim is gone (reclaimed, cancelled, retried by an operator): what was about to be written was rolled back. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
  readonly code = 'lease_lost';
  constructor(jobId: string) {
    super(`The claim on job ${jobId} is gone: another worker may be running it. Nothing was written.`);
  }
}

/** Thrown by a handler: trying again can't help. The job fails now. */
export class PermanentError extends Error {
  override name = 'PermanentError';
  readonly code = 'permanent';
}

/** Thrown by a handler: run again after `delayMs`, as an upstream asked; the attempt is charged. */
export class RetryAfter extends Error {
  override name = 'RetryAfter';
  readonly code = 'retry_after';
  readonly delayMs: number;
  constructor(delayMs: number, message = `asked to run again in ${delayMs} ms`, options?: ErrorOptions) {
    super(message, options);
    this.delayMs = checkedDelay(delayMs);
  }
}

/** Thrown by a handler: run again after `delayMs`; the attempt is not charged. */
export class Snooze extends Error {
  override name = 'Snooze';
  readonly code = 'snooze';
  readonly delayMs: number;
  constructor(delayMs: number) {
    super(`asked to run later, in ${delayMs} ms`);
    this.delayMs = checkedDelay(delayMs);
  }
}

/** A payload that can't be enqueued. `path` names the job type. */
export class PayloadError extends Error {
  override name = 'PayloadError';
  readonly code: 'payload_invalid' | 'payload_nul' | 'payload_too_large';
  constructor(code: PayloadError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** An option that makes no sense; the message names it and what it should be. */
export class QueueOptionError extends Error {
  override name = 'QueueOptionError';
  readonly code = 'queue_option_invalid';
}

/** Why a handler's signal aborted. */
export class JobAborted extends Error {
  override name = 'JobAborted';
  readonly code = 'job_aborted';
  readonly why: 'shutdown' | 'cancelled' | 'lease_lost' | 'timeout';
  constructor(why: JobAborted['why']) {
    super(`the job was stopped: ${why.replace('_', ' ')}`);
    this.why = why;
  }
}

function checkedDelay(delayMs: number): number {
  if (!Number.isFinite(delayMs) || delayMs < 0)
    throw new QueueOptionError('A delay is a number of ms, 0 or more.');
  return Math.min(delayMs, 366 * 24 * 3_600_000);
}
