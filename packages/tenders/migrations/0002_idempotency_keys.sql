-- Answers to requests that carried an Idempotency-Key, so that a request sent twice acts once.
-- A row is claimed before the work and answered in the work's own transaction. A claim whose process died lapses.
create table tender.idempotency_keys (
  tenant_id     bigint not null references tender.tenants on delete cascade,
  key           text not null check (length(key) between 1 and 255),
  fingerprint   text not null,                           -- sha256 of what was asked
  claim         uuid not null,                           -- of the request that is at work, or was
  claimed_until timestamptz not null,
  created_at    timestamptz not null default now(),
  answered_at   timestamptz,
  answer        json,                                    -- as json, not jsonb: the answer is repeated as it was
  primary key (tenant_id, key),
  check ((answered_at is null) = (answer is null))
);
create index idempotency_keys_age on tender.idempotency_keys (created_at);

alter table tender.idempotency_keys enable row level security;
alter table tender.idempotency_keys force row level security;
create policy own_tenant on tender.idempotency_keys
  using (tenant_id = (select tender.current_tenant()))
  with check (tenant_id = (select tender.current_tenant()));
