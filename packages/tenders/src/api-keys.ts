import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Tx } from './tenant-transaction.ts';

/**
 * API keys: `tk_<prefix>_<secret>` for a tenant, `op_<prefix>_<secret>` for an operator. Only the prefix and a
 * SHA-256 of the whole key are kept. A plain hash is enough because the secret is 32 random bytes: there is
 * nothing to guess that stretching would protect.
 */
export interface Principal {
  keyId: string;
  scope: 'tenant' | 'operator';
  /** null for an operator */
  tenantId: string | null;
}

const SHAPE = /^(tk|op)_([0-9a-zA-Z]{8,32})_([0-9a-zA-Z_-]{16,128})$/;

/** Makes a tenant, or finds the one of that name. @returns its id */
export async function ensureTenant(tx: Tx, name: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into tender.tenants (name) values ($1)
     on conflict (name) do update set name = excluded.name returning id`,
    [name],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('the tenant was not stored');
  return row.id;
}

/**
 * Makes a key and returns it: this is the only time it can be read. `key` stores a given one instead (for
 * set-ups that hand the key in), and storing the same key again changes nothing.
 * Needs the rights of the migrating role.
 */
export async function createApiKey(
  tx: Tx,
  options: { tenantId: string | null; name: string; key?: string; expiresAt?: Date },
): Promise<string> {
  const scope = options.tenantId === null ? 'operator' : 'tenant';
  const key =
    options.key ??
    `${scope === 'operator' ? 'op' : 'tk'}_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;
  const prefix = keyPrefix(key);
  if (prefix === null || key.startsWith('op_') !== (scope === 'operator')) {
    throw new TypeError(
      'An API key has the form tk_PREFIX_SECRET (tenant) or op_PREFIX_SECRET (operator), with a secret of 16 characters or more.',
    );
  }
  await tx.query(
    `insert into tender.api_keys (tenant_id, scope, name, prefix, key_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (prefix) do update set key_hash = excluded.key_hash, tenant_id = excluded.tenant_id, scope = excluded.scope`,
    [options.tenantId, scope, options.name, prefix, hash(key), options.expiresAt ?? null],
  );
  return key;
}

/** Compared with where no key is found, so that both ways take the same time. */
const NO_KEY = Buffer.alloc(32);

/** Who the key belongs to, or null: unknown, revoked, expired and malformed are told apart by neither answer nor time. */
export async function authenticate(db: Tx, key: string): Promise<Principal | null> {
  const prefix = keyPrefix(key) ?? '';
  const { rows } = await db.query<{
    key_id: string;
    tenant_id: string | null;
    scope: 'tenant' | 'operator';
    key_hash: Buffer;
  }>(`select key_id, tenant_id, scope, key_hash from tender.authenticate($1)`, [prefix]);
  const row = rows[0];
  const matches = timingSafeEqual(row?.key_hash ?? NO_KEY, hash(key));
  if (row === undefined || !matches) return null;
  return { keyId: row.key_id, scope: row.scope, tenantId: row.tenant_id };
}

function keyPrefix(key: string): string | null {
  const match = SHAPE.exec(key);
  return match === null ? null : `${match[1]}_${match[2]}`;
}

function hash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
