-- The job engine's tables. The columns of the article this engine is built from keep their names and meanings;
-- what was added is explained at its column.

create table queue.jobs (
  id            bigint generated always as identity primary key,
  type          text not null check (length(type) between 1 and 200),
  tenant_id     bigint,
  payload       jsonb not null,
  priority      smallint not null default 0,               -- higher runs first
  status        text not null default 'queued'
                check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts      int not null default 0,
  max_attempts  int not null default 5 check (max_attempts > 0),
  run_after     timestamptz not null default now(),
  leased_until  timestamptz,
  last_error    text,
  created_at    timestamptz not null default now(),
  lease_token   bigint not null default 0,                 -- the fence: grows at every change of ownership, never goes back
  worker_id     text,                                      -- who holds it, or held it last
  suspect       boolean not null default false,            -- stood in a process that died: runs alone until it is done
  dedupe_key    text,                                      -- at most one live job per (type, dedupe_key)
  group_id      bigint,
  group_ended   boolean not null default false,            -- counted in its group: once, at its first end
  headers       jsonb not null default '{}',               -- trace context, request id
  progress      jsonb,                                     -- what the handler last reported
  started_at    timestamptz,
  finished_at   timestamptz,
  check ((status = 'running') = (leased_until is not null))
);

-- Only what can be claimed, in the order it is claimed.
create index jobs_ready on queue.jobs (priority desc, run_after, id) where status = 'queued';
create index jobs_suspect on queue.jobs (run_after) where status = 'queued' and suspect;
create index jobs_lease on queue.jobs (leased_until) where status = 'running';
create index jobs_holder on queue.jobs (worker_id) where status = 'running';
create index jobs_finished on queue.jobs (finished_at) where status in ('done', 'failed', 'cancelled');
create index jobs_of_type on queue.jobs (type, status, id);
create index jobs_of_group on queue.jobs (group_id) where group_id is not null;
create unique index jobs_dedupe on queue.jobs (type, dedupe_key)
  where dedupe_key is not null and status in ('queued', 'running');

-- How every attempt that did not succeed ended. Nothing is written here on the success path.
create table queue.job_attempts (
  id         bigint generated always as identity primary key,
  job_id     bigint not null references queue.jobs on delete cascade,
  attempt    int not null,
  worker_id  text,
  reason     text not null,                                -- error, permanent, retry_after, snoozed, released, cancelled, lease_expired, worker_died
  error      text,
  started_at timestamptz,
  ended_at   timestamptz not null default now()
);
create index job_attempts_of_job on queue.job_attempts (job_id, id);

create sequence queue.worker_locks as int cycle;

create table queue.workers (
  id           text primary key,
  service      text not null,
  host         text not null,
  pid          int not null,
  types        text[] not null,
  lock_key     int not null default nextval('queue.worker_locks'),
  has_lock     boolean not null default false,             -- false: liveness by heartbeat and lease alone
  lock_missing_since timestamptz,
  idle         boolean not null default false,             -- waits for a notification
  started_at   timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  stopped_at   timestamptz,                                -- said goodbye
  died_at      timestamptz                                 -- found dead by another worker
);

create table queue.paused_types (
  type      text primary key,
  paused_at timestamptz not null default now()
);

create table queue.groups (
  id           bigint generated always as identity primary key,
  pending      int not null,
  done         int not null default 0,
  failed       int not null default 0,
  cancelled    int not null default 0,
  continuation jsonb not null,
  continued_as bigint,                                     -- the continuation's job, once it was enqueued
  created_at   timestamptz not null default now()
);

create function queue.continue_group(finished queue.groups) returns bigint
  language plpgsql set search_path = pg_catalog as $$
declare
  job bigint;
begin
  insert into queue.jobs (type, tenant_id, payload, priority, max_attempts, headers)
  values (
    finished.continuation ->> 'type', (finished.continuation ->> 'tenantId')::bigint, finished.continuation -> 'payload',
    (finished.continuation ->> 'priority')::smallint, (finished.continuation ->> 'maxAttempts')::int,
    coalesce(finished.continuation -> 'headers', '{}') || jsonb_build_object('group', jsonb_build_object(
      'id', finished.id::text, 'done', finished.done, 'failed', finished.failed, 'cancelled', finished.cancelled)))
  returning id into job;
  update queue.groups set continued_as = job where id = finished.id;
  perform pg_notify('queue_wake', finished.continuation ->> 'type');
  return job;
end $$;

-- Fan-in. Whatever ends a child (complete, fail, cancel, reclaim) passes here in the same transaction; the group's
-- row lock makes the children's ends take turns, so exactly one of them finds itself the last.
create function queue.child_ended() returns trigger
  language plpgsql set search_path = pg_catalog as $$
declare
  mine queue.groups;
begin
  update queue.groups set
    pending = pending - 1,
    done = done + (new.status = 'done')::int,
    failed = failed + (new.status = 'failed')::int,
    cancelled = cancelled + (new.status = 'cancelled')::int
  where id = new.group_id returning * into mine;
  if mine.pending = 0 then perform queue.continue_group(mine); end if;
  new.group_ended := true;
  return new;
end $$;

create trigger child_ended before update of status on queue.jobs for each row
  when (new.group_id is not null and not new.group_ended and new.status in ('done', 'failed', 'cancelled'))
  execute function queue.child_ended();

-- The article's five signals.
create view queue.signal_oldest_queued as
  select type, count(*) as ready, extract(epoch from now() - min(run_after)) as oldest_seconds
  from queue.jobs where status = 'queued' and run_after <= now() group by type;
create view queue.signal_failed_last_hour as
  select type, count(*) as failed from queue.jobs
  where status = 'failed' and finished_at > now() - interval '1 hour' group by type;
create view queue.signal_expired_leases as
  select type, count(*) as expired from queue.jobs where status = 'running' and leased_until < now() group by type;
create view queue.signal_attempts_per_completed as
  select type, avg(attempts) as attempts from queue.jobs
  where status = 'done' and finished_at > now() - interval '1 hour' group by type;
create view queue.signal_duration as
  select type,
         percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)) as p50_seconds,
         percentile_cont(0.95) within group (order by extract(epoch from finished_at - started_at)) as p95_seconds
  from queue.jobs where status = 'done' and finished_at > now() - interval '1 hour' group by type;

-- Every claim, heartbeat and completion is an update: vacuum early, and leave room for the new row version.
alter table queue.jobs set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.05);
