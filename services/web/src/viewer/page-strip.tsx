import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiClient } from '../api/client.ts';
import { pageImageQuery } from '../api/queries.ts';
import type { TenderDocument } from '../api/schemas.ts';
import { type PageRef, samePage } from './page-steps.ts';
import styles from './page-strip.module.css';
import { useObjectUrl } from './use-object-url.ts';

const THUMBNAIL = 120;

interface PageStripProps {
  client: ApiClient;
  documents: TenderDocument[];
  pages: PageRef[];
  shown: PageRef;
  onShow: (page: PageRef) => void;
}

/** All pages in small; only those in sight are loaded. */
export function PageStrip({ client, documents, pages, shown, onShow }: PageStripProps) {
  const strip = useRef<HTMLElement>(null);
  return (
    <nav ref={strip} aria-label="Pages" className={styles['strip']}>
      {pages.map((page) => {
        const filename = documents.find((document) => document.id === page.documentId)?.filename;
        return (
          <Thumbnail
            key={`${page.documentId}/${page.page}`}
            client={client}
            page={page}
            strip={strip}
            current={samePage(page, shown)}
            label={documents.length > 1 ? `Page ${page.page} of ${filename}` : `Page ${page.page}`}
            onShow={onShow}
          />
        );
      })}
    </nav>
  );
}

interface ThumbnailProps {
  client: ApiClient;
  page: PageRef;
  strip: React.RefObject<HTMLElement | null>;
  current: boolean;
  label: string;
  onShow: (page: PageRef) => void;
}

function Thumbnail({ client, page, strip, current, label, onShow }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { ref, entry } = useIntersection({ rootMargin: '100px' });
  const image = useQuery({
    ...pageImageQuery(client, page.documentId, page.page, THUMBNAIL),
    enabled: entry?.isIntersecting ?? false,
  });
  const url = useObjectUrl(image.data);
  useEffect(() => {
    const [row, own] = [strip.current, button.current];
    if (!current || !row || !own) return;
    // Not scrollIntoView: that would move the whole page, too.
    row.scrollTo({ left: own.offsetLeft - (row.clientWidth - own.clientWidth) / 2 });
  }, [current, strip]);

  return (
    <button
      ref={(element) => {
        button.current = element;
        ref(element);
      }}
      type="button"
      className={styles['page']}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      title={label}
      onClick={() => onShow(page)}
    >
      <span className={styles['sheet']}>{url !== undefined && <img src={url} alt="" />}</span>
      {page.page}
    </button>
  );
}
