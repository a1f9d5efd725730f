/** Where a document's bytes are kept. Made of the tenant and the hash alone: names and ids from clients never enter it. */
export function documentKey(tenantId: string, sha256: string): string {
  if (!/^\d+$/.test(tenantId) || !/^[0-9a-f]{64}$/.test(sha256))
    throw new TypeError('not a tenant id and a sha256');
  return `tenants/${tenantId}/documents/${sha256}.pdf`;
}
