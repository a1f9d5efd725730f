-- What a model has answered, so that an extraction that runs again pays only for what is missing. The key is a hash over
-- the question: text, section, prompt and model.
create table tender.model_answers (
  tenant_id  bigint not null references tender.tenants on delete cascade,
  key        text not null check (length(key) between 1 and 200),
  answer     jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
create index model_answers_age on tender.model_answers (created_at);

alter table tender.model_answers enable row level security;
alter table tender.model_answers force row level security;
create policy own_tenant on tender.model_answers
  using (tenant_id = (select tender.current_tenant()))
  with check (tenant_id = (select tender.current_tenant()));
