import { Paper } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../api/client.ts';
import { isMoving, tenderQuery } from '../api/queries.ts';
import type { Evidence, Tender } from '../api/schemas.ts';
import { Empty, Loading, Problem, StaleNotice } from '../ui/states.tsx';
import { firstEvidence } from '../viewer/marks.ts';
import { allPages, type PageRef, pageToShow } from '../viewer/page-steps.ts';
import { PageViewer } from '../viewer/page-viewer.tsx';
import { AbsentList } from './absent-list.tsx';
import { DocumentList } from './document-list.tsx';
import { FieldTable } from './field-table.tsx';
import { Section } from './section.tsx';
import { TenderHeader } from './tender-header.tsx';
import { tenderName } from './tender-name.ts';
import styles from './tender-page.module.css';
import type { TenderSearch } from './tender-search.ts';
import { UploadPanel } from './upload-panel.tsx';
import { WarningList } from './warning-list.tsx';

interface TenderPageProps {
  client: ApiClient;
  tenderId: string;
  shown: TenderSearch;
  onShow: (next: TenderSearch) => void;
}

/** One tender: its answers on one side, on the other the page that an answer was read from. */
export function TenderPage({ client, tenderId, shown, onShow }: TenderPageProps) {
  const query = useQuery(tenderQuery(client, tenderId));
  useDocumentTitle(`${query.data ? tenderName(query.data) : 'Tender'} · Tender pipeline`);
  if (query.isPending) return <Loading what="the tender" rows={8} />;
  if (!query.data) {
    const retry = () => void query.refetch();
    return <Problem error={query.error} title="This tender could not be loaded" onRetry={retry} />;
  }
  return (
    <>
      {query.isError && <StaleNotice error={query.error} onRetry={() => void query.refetch()} />}
      <TenderView
        client={client}
        tender={query.data}
        shown={shown}
        onShow={onShow}
        reload={() => void query.refetch()}
      />
    </>
  );
}

interface TenderViewProps {
  client: ApiClient;
  tender: Tender;
  shown: TenderSearch;
  onShow: (next: TenderSearch) => void;
  reload: () => void;
}

function TenderView({ client, tender, shown, onShow, reload }: TenderViewProps) {
  const pages = allPages(tender.documents);
  const page = pageToShow(pages, pageOf(tender, shown));
  const showEvidence = (name: string, evidence: Evidence | undefined) =>
    onShow({ field: name, ...(evidence ? { document: evidence.documentId, page: evidence.page } : {}) });
  const showPage = (next: PageRef) =>
    onShow({ ...(shown.field ? { field: shown.field } : {}), document: next.documentId, page: next.page });

  return (
    <>
      <TenderHeader tender={tender} />
      <div className={styles['columns']}>
        <div className={styles['answers']}>
          <Section title="Answers" count={tender.fields.length}>
            {tender.fields.length === 0 ? (
              <NoAnswers tender={tender} />
            ) : (
              <FieldTable tender={tender} selected={shown.field} onShow={showEvidence} />
            )}
          </Section>
          {tender.warnings.length > 0 && (
            <Section title="To look at" count={tender.warnings.length}>
              <WarningList warnings={tender.warnings} documents={tender.documents} onShow={showPage} />
            </Section>
          )}
          {tender.absent.length > 0 && (
            <Section title="Without an answer" count={tender.absent.length}>
              <AbsentList absent={tender.absent} onShow={showEvidence} />
            </Section>
          )}
          <Section title="Documents" count={tender.documents.length}>
            <DocumentList client={client} documents={tender.documents} onShow={showPage} />
          </Section>
          <UploadPanel
            client={client}
            path={`/v1/tenders/${encodeURIComponent(tender.id)}/documents`}
            label="Add an addendum"
            hint="What it changes replaces the answers above; the old ones are kept."
            onUploaded={reload}
          />
        </div>
        <div className={styles['viewer']}>
          {page ? (
            <PageViewer
              client={client}
              documents={tender.documents}
              fields={tender.fields}
              pages={pages}
              shown={page}
              selected={shown.field}
              onShow={showPage}
              onSelect={(name) => onShow({ field: name, document: page.documentId, page: page.page })}
            />
          ) : (
            <Paper withBorder radius="md">
              <Empty title="No page to show">
                {isMoving(tender.status)
                  ? 'Pages appear here once the documents have been opened.'
                  : undefined}
              </Empty>
            </Paper>
          )}
        </div>
      </div>
    </>
  );
}

/** An address that names a field without a page means the page of its evidence. */
function pageOf(tender: Tender, shown: TenderSearch): Partial<PageRef> {
  if (shown.document !== undefined) {
    return { documentId: shown.document, ...(shown.page === undefined ? {} : { page: shown.page }) };
  }
  const answers = [...tender.fields, ...tender.absent];
  const evidence = firstEvidence(answers.find((each) => each.name === shown.field) ?? {});
  return evidence ? { documentId: evidence.documentId, page: evidence.page } : {};
}

function NoAnswers({ tender }: { tender: Tender }) {
  if (isMoving(tender.status)) {
    return <Empty title="Being read">Answers appear here as soon as the last page is through.</Empty>;
  }
  if (tender.status === 'failed') return <Empty title="No answers" />;
  return <Empty title="No answers">Nothing that was looked for stands in these documents.</Empty>;
}
