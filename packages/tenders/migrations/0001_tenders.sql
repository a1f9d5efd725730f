-- Tenants, keys, tenders, documents, pages, versions and fields.
-- Every table with a tenant's data has forced row-level security: a statement sees the rows of the tenant that
-- its transaction named with set_config('app.tenant_id', …, true), and none when it named no tenant.

do $$
declare
  name text;
begin
  foreach name in array array['tender_api', 'tender_worker', 'tender_readonly'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then
      -- Roles belong to the whole server: another database of it has made them, or is making them now.
    end;
  end loop;
end $$;

create function tender.current_tenant() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::bigint;

create table tender.tenants (
  id         bigint generated always as identity primary key,
  name       text not null unique check (length(name) between 1 and 200),
  created_at timestamptz not null default now()
);

-- Not readable by the services: tender.authenticate() is the only way in. tenant_id null: an operator's key.
create table tender.api_keys (
  id           bigint generated always as identity primary key,
  tenant_id    bigint references tender.tenants on delete cascade,
  scope        text not null check (scope in ('tenant', 'operator')),
  name         text not null,
  prefix       text not null unique,
  key_hash     bytea not null check (length(key_hash) = 32),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  check ((scope = 'operator') = (tenant_id is null))
);

create table tender.tenders (
  id            uuid primary key default gen_random_uuid(),
  tenant_id     bigint not null references tender.tenants on delete cascade,
  title         text check (length(title) <= 500),       -- as the uploader named it; the printed title is a field
  external_id   text check (length(external_id) <= 200),
  priority      smallint not null default 0,
  version       int not null default 1,                  -- newest version, ready or not
  created_at    timestamptz not null default now()
);
create index tenders_newest on tender.tenders (tenant_id, created_at desc, id desc);

-- One row per version of a tender; an addendum makes the next one.
create table tender.versions (
  tender_id    uuid not null references tender.tenders on delete cascade,
  version      int not null,
  tenant_id    bigint not null,
  status       text not null default 'received'
               check (status in ('received', 'processing', 'ready', 'ready_with_warnings', 'failed')),
  extract_job  bigint,                                   -- set once, when all its documents are through
  error_code   text,
  error_message text,
  language     text,
  absent       jsonb not null default '[]',
  warnings     jsonb not null default '[]',
  created_at   timestamptz not null default now(),
  finished_at  timestamptz,
  primary key (tender_id, version)
);

create table tender.documents (
  id            uuid primary key default gen_random_uuid(),
  tenant_id     bigint not null,
  tender_id     uuid not null references tender.tenders on delete cascade,
  version       int not null,                            -- the version it came with
  ordinal       int not null,                            -- order of arrival within the tender, from 0
  filename      text not null check (length(filename) between 1 and 255),
  sha256        text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes         bigint not null check (bytes > 0),
  status        text not null default 'received' check (status in ('received', 'processing', 'ready', 'failed')),
  duplicate_of  uuid references tender.documents on delete cascade,
  kind          text,                                    -- notice, specification, annex, addendum: found by extraction
  language      text,
  page_count    int,
  error_code    text,
  error_message text,
  warnings      jsonb not null default '[]',
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  unique (tender_id, ordinal),
  check ((status = 'failed') = (error_code is not null))
);
-- The same bytes are read once in a tender, also when two uploads of them race.
create unique index documents_once on tender.documents (tender_id, sha256) where duplicate_of is null;
create index documents_of_object on tender.documents (tenant_id, sha256);

-- A page is read once: its row is made by the inspection and leaves 'pending' in one fenced transaction.
create table tender.pages (
  document_id  uuid not null references tender.documents on delete cascade,
  page_no      int not null check (page_no > 0),
  tenant_id    bigint not null,
  status       text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  triage       text not null,                            -- what the inspection expects: text_layer, ocr, mixed, blank
  triage_reason text not null,
  source       text check (source in ('text_layer', 'ocr', 'mixed', 'blank')),
  reason       text,                                     -- code of a failure or of a distrusted text layer
  message      text,
  width        real not null,                            -- points, as displayed
  height       real not null,
  rotate       smallint not null,
  confidence   real,
  text         text,
  words        jsonb,                                    -- [[text, x0, y0, x1, y1, confidence, line], …]
  warnings     jsonb not null default '[]',
  duration_ms  int,
  worker_id    text,
  read_at      timestamptz,
  primary key (document_id, page_no)
);

create table tender.fields (
  tender_id   uuid not null,
  version     int not null,
  name        text not null,
  tenant_id   bigint not null,
  value       jsonb not null,
  text        text not null,
  confidence  real not null check (confidence between 0 and 1),
  status      text not null check (status in ('verified', 'unverified', 'corrected', 'approved')),
  source      text not null check (source in ('rules', 'llm', 'person')),
  evidence    jsonb not null,
  scores      jsonb,                                     -- reading, match, model: each 0–1, none of them the confidence
  supersedes  jsonb,
  created_at  timestamptz not null default now(),
  primary key (tender_id, version, name),
  foreign key (tender_id, version) references tender.versions on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['tenders', 'versions', 'documents', 'pages', 'fields'] loop
    execute format('alter table tender.%I enable row level security', name);
    execute format('alter table tender.%I force row level security', name);
    execute format(
      'create policy own_tenant on tender.%I using (tenant_id = (select tender.current_tenant()))
         with check (tenant_id = (select tender.current_tenant()))', name);
  end loop;
end $$;

alter table tender.tenants enable row level security;
create policy own_tenant on tender.tenants for select using (id = (select tender.current_tenant()));

-- A document as it is shown: one with the bytes of an earlier one isn't read, it has that one's state and pages.
-- The view acts with the rights of who reads it, so row-level security holds through it.
create view tender.document_states with (security_invoker = true) as
  select d.id, d.tenant_id, d.tender_id, d.version, d.ordinal, d.filename, d.sha256, d.bytes, d.duplicate_of, d.created_at,
         r.id as read_id, r.status, r.kind, r.language, r.page_count, r.error_code, r.error_message, r.warnings, r.finished_at,
         p.done as pages_done, p.failed as pages_failed
  from tender.documents d
  join tender.documents r on r.id = coalesce(d.duplicate_of, d.id)
  cross join lateral (
    select count(*) filter (where status = 'done')::int as done, count(*) filter (where status = 'failed')::int as failed
    from tender.pages where document_id = r.id
  ) p;

-- The key's row by its prefix; the caller compares the hash in constant time. Runs as the owner, because the
-- tenant is not known before the key is.
create function tender.authenticate(key_prefix text)
  returns table (key_id bigint, tenant_id bigint, scope text, key_hash bytea)
  language sql stable security definer set search_path = pg_catalog
  as $$
    select k.id, k.tenant_id, k.scope, k.key_hash
    from tender.api_keys k
    where k.prefix = key_prefix and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  $$;
revoke all on function tender.authenticate(text) from public;
