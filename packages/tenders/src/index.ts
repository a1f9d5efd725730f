export { authenticate, createApiKey, ensureTenant, type Principal } from './api-keys.ts';
export { createPool, type PoolOptions } from './connect.ts';
export { documentInspect, documentSettle, pagesOcr, tenderExtract, tenderSettle } from './jobs.ts';
export { migrate } from './migrate.ts';
export { documentKey } from './object-key.ts';
export { setTenant, type Tx, withTenant } from './tenant-transaction.ts';
