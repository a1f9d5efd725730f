/** A claimed job as its handler sees it. */
export interface Job<Payload = unknown> {
  id: string;
  type: string;
  tenantId: string | null;
  payload: Payload;
  /** From 1. */
  attempt: number;
  maxAttempts: number;
  headers: Record<string, unknown>;
}

/** A claim: what every later write must name. */
export interface Claim {
  id: string;
  token: string;
}

/** A job as it comes from the claim statement. */
export interface ClaimedJob extends Job, Claim {
  suspect: boolean;
}
