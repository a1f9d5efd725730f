-- Least rights for the services' roles, applied after every migration of this package and of the queue.
grant usage on schema tender, queue to tender_api, tender_worker, tender_readonly;

grant select on tender.tenants to tender_api, tender_worker, tender_readonly;
grant execute on function tender.authenticate(text) to tender_api;
grant execute on function tender.current_tenant() to tender_api, tender_worker, tender_readonly;
grant select, insert, update, delete on tender.tenders, tender.versions, tender.documents, tender.fields
  to tender_api, tender_worker;
grant select, delete on tender.pages to tender_api;
grant select, insert, update, delete on tender.idempotency_keys to tender_api;
grant select, insert, update, delete on tender.pages to tender_worker;
grant select, insert, delete on tender.model_answers to tender_worker;
grant select on tender.tenders, tender.versions, tender.documents, tender.pages, tender.fields to tender_readonly;
grant select on tender.document_states to tender_api, tender_readonly;

-- The queue is run by its callers' rights: enqueueing, claiming and the operator's verbs write its tables.
grant select, insert, update, delete on all tables in schema queue to tender_api, tender_worker;
grant usage, select on all sequences in schema queue to tender_api, tender_worker;
grant execute on all functions in schema queue to tender_api, tender_worker;
grant select on all tables in schema queue to tender_readonly;
