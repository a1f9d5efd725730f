import type pg from 'pg';

/**
 * What must hold after every fault, asked of the database as its owner: nothing lost, nothing stuck, nothing
 * double. Run it when all uploads have ended; it returns what is wrong, so a test shows all of it at once.
 */
export async function brokenInvariants(db: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [promise, sql] of CHECKS) {
    const { rows } = await db.query(sql);
    if (rows.length > 0) broken.push(`${promise}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}

/** Each statement finds the rows that break its promise. */
const CHECKS: [promise: string, sql: string][] = [
  [
    'every version of a tender has ended, with a reason where it failed',
    `select tender_id, version, status from tender.versions
     where status not in ('ready', 'ready_with_warnings', 'failed') or (status = 'failed' and error_code is null)`,
  ],
  [
    'every document has ended, with a reason where it failed',
    `select id, status, error_code from tender.documents
     where duplicate_of is null
       and (status not in ('ready', 'failed') or (status = 'failed' and (error_code is null or error_message is null)))`,
  ],
  [
    'every page of a document that is ready exists once and has ended',
    `select d.id, d.page_count, count(p.*) as pages, count(p.*) filter (where p.status = 'pending') as pending
     from tender.documents d left join tender.pages p on p.document_id = d.id
     where d.status = 'ready' and d.duplicate_of is null
     group by d.id
     having count(p.*) <> d.page_count or count(p.*) filter (where p.status = 'pending') > 0`,
  ],
  [
    'a page that failed says why',
    `select document_id, page_no from tender.pages where status = 'failed' and (reason is null or message is null)`,
  ],
  [
    'no job is left running or waiting',
    `select id, type, status, attempts, last_error from queue.jobs where status in ('queued', 'running')`,
  ],
  [
    'one extraction per version that has a result',
    `select v.tender_id, v.version, count(j.*) as extractions
     from tender.versions v
     left join queue.jobs j on j.type = 'tender.extract'
       and j.payload ->> 'tenderId' = v.tender_id::text and (j.payload ->> 'version')::int = v.version
     where v.status in ('ready', 'ready_with_warnings')
     group by v.tender_id, v.version having count(j.*) <> 1`,
  ],
  [
    'no field without a finished version',
    `select f.tender_id, f.version, f.name from tender.fields f join tender.versions v using (tender_id, version)
     where v.status not in ('ready', 'ready_with_warnings')`,
  ],
];
