import { ActionIcon, Group, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ApiClient } from '../api/client.ts';
import { pageQuery } from '../api/queries.ts';
import type { Field, Page, TenderDocument } from '../api/schemas.ts';
import { Icon } from '../ui/icon.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import { marksOnPage } from './marks.ts';
import { PageImage } from './page-image.tsx';
import { neighbour, type PageRef } from './page-steps.ts';
import { PageStrip } from './page-strip.tsx';
import styles from './page-viewer.module.css';

interface PageViewerProps {
  client: ApiClient;
  documents: TenderDocument[];
  fields: Field[];
  pages: PageRef[];
  shown: PageRef;
  selected: string | undefined;
  onShow: (page: PageRef) => void;
  onSelect: (field: string) => void;
}

type View = 'fit' | 'large' | 'text';

const VIEWS: { value: View; label: string }[] = [
  { value: 'fit', label: 'Page' },
  { value: 'large', label: 'Large' },
  { value: 'text', label: 'Text' },
];

const SOURCES: Record<NonNullable<Page['source']>, string> = {
  text_layer: 'from the file’s own text',
  ocr: 'recognised from a picture',
  mixed: 'own text and recognised',
  blank: 'blank',
};

/** One page, as a picture with the words of the answers marked, or as the text that was read from it. */
export function PageViewer(props: PageViewerProps) {
  const { client, documents, fields, pages, shown, selected, onShow, onSelect } = props;
  const [view, setView] = useState<View>('fit');
  const title = useId();
  const frame = useRef<HTMLDivElement>(null);
  const page = useQuery(pageQuery(client, shown.documentId, shown.page));
  const document = documents.find((each) => each.id === shown.documentId);
  const step = (by: 1 | -1) => {
    const next = neighbour(pages, shown, by);
    return { disabled: !next, onClick: () => next && onShow(next) };
  };

  return (
    <Paper component="section" aria-labelledby={title} withBorder radius="md" className={styles['viewer']}>
      <div className={styles['bar']}>
        <div className={styles['title']}>
          <Title order={2} size="h5" id={title} className={styles['name']}>
            {document?.filename ?? 'Document'}
          </Title>
          <Text size="sm" c="dimmed" aria-live="polite">
            Page {shown.page} of {document?.pageCount ?? '?'}
            {page.data && ` · ${describePage(page.data)}`}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <SegmentedControl
            size="xs"
            aria-label="Show the page as"
            data={VIEWS}
            value={view}
            onChange={(value) => setView(VIEWS.find((each) => each.value === value)?.value ?? 'fit')}
          />
          <ActionIcon variant="default" aria-label="Previous page" {...step(-1)}>
            <Icon name="previous" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Next page" {...step(1)}>
            <Icon name="next" />
          </ActionIcon>
        </Group>
      </div>
      <div ref={frame} className={styles['body']}>
        {page.isPending && <Loading what="the page" rows={6} />}
        {page.isError && !page.data && (
          <Problem
            error={page.error}
            title="This page could not be loaded"
            onRetry={() => void page.refetch()}
          />
        )}
        {page.data?.status === 'failed' && (
          <Text size="sm" className={styles['failed']} role="status">
            This page could not be read: {page.data.message ?? 'no reason was recorded'}
          </Text>
        )}
        {page.data && view === 'text' && <PageText page={page.data} />}
        {page.data && view !== 'text' && (
          <PageImage
            client={client}
            shown={shown}
            alt={`Page ${shown.page} of ${document?.filename ?? 'the document'}`}
            page={page.data}
            marks={marksOnPage(fields, { ...shown, width: page.data.width, height: page.data.height })}
            selected={selected}
            scale={view === 'large' ? 1.75 : 1}
            frame={frame}
            onSelect={onSelect}
          />
        )}
      </div>
      {pages.length > 1 && (
        <PageStrip client={client} documents={documents} pages={pages} shown={shown} onShow={onShow} />
      )}
    </Paper>
  );
}

function describePage({ status, source, confidence }: Page): string {
  if (status === 'pending') return 'not read yet';
  if (status === 'failed') return 'could not be read';
  const sure =
    source === 'ocr' && typeof confidence === 'number' ? `, ${Math.round(100 * confidence)} % sure` : '';
  return source ? `${SOURCES[source]}${sure}` : 'read';
}

/** The words as they were read: for search, for copying, and for who can't see the picture. */
function PageText({ page }: { page: Page }) {
  if (!page.text) {
    return (
      <Text c="dimmed" p="md">
        No text was read from this page.
      </Text>
    );
  }
  return (
    <ScrollRegion label={`Text of page ${page.page}`}>
      <pre className={styles['text']}>{page.text}</pre>
    </ScrollRegion>
  );
}
