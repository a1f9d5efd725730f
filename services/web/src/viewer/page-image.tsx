import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { ApiClient } from '../api/client.ts';
import { pageImageQuery } from '../api/queries.ts';
import type { Page } from '../api/schemas.ts';
import { fieldLabel } from '../tenders/field-names.ts';
import { Problem } from '../ui/states.tsx';
import { imageWidth } from './image-width.ts';
import type { Mark } from './marks.ts';
import styles from './page-image.module.css';
import type { PageRef } from './page-steps.ts';
import { useObjectUrl } from './use-object-url.ts';

interface PageImageProps {
  client: ApiClient;
  shown: PageRef;
  alt: string;
  page: Page;
  marks: Mark[];
  selected: string | undefined;
  /** 1: as wide as its place. */
  scale: number;
  /** The part that scrolls. */
  frame: RefObject<HTMLElement | null>;
  onSelect: (field: string) => void;
}

/**
 * A page's picture with marks over it. Its place has the page's proportions before the picture is there, so nothing
 * moves when it comes. The selected field's first mark is brought to the middle of `frame`.
 */
export function PageImage({
  client,
  shown,
  alt,
  page,
  marks,
  selected,
  scale,
  frame,
  onSelect,
}: PageImageProps) {
  const { ref, width } = useElementSize();
  const pixels = imageWidth(width * scale, window.devicePixelRatio);
  const image = useQuery({
    ...pageImageQuery(client, shown.documentId, shown.page, pixels),
    enabled: width > 0,
  });
  const url = useObjectUrl(image.data);
  const first = marks.find((mark) => mark.name === selected);
  const firstMark = useRef<HTMLButtonElement>(null);
  const target = first && `${shown.documentId}/${shown.page}/${first.name}/${scale}`;
  useEffect(() => {
    if (target !== undefined && frame.current && firstMark.current) centre(frame.current, firstMark.current);
  }, [target, frame]);

  return (
    <div ref={ref} className={styles['place']}>
      {image.isError && (
        <Problem
          error={image.error}
          title="The page’s picture could not be loaded"
          onRetry={() => void image.refetch()}
        />
      )}
      <div
        className={styles['sheet']}
        style={{ width: `${100 * scale}%`, aspectRatio: `${page.width} / ${page.height}` }}
        aria-busy={image.isFetching}
      >
        {url !== undefined && <img src={url} alt={alt} className={styles['image']} />}
        {marks.map((mark) => (
          <button
            key={`${mark.name}/${mark.left}/${mark.top}`}
            ref={mark === first ? firstMark : undefined}
            type="button"
            className={styles['mark']}
            data-selected={mark.name === selected || undefined}
            style={{
              left: `${mark.left}%`,
              top: `${mark.top}%`,
              width: `${mark.width}%`,
              height: `${mark.height}%`,
            }}
            aria-label={`${fieldLabel(mark.name)} was read here`}
            aria-pressed={mark.name === selected}
            title={fieldLabel(mark.name)}
            onClick={() => onSelect(mark.name)}
          />
        ))}
      </div>
    </div>
  );
}

/** Scrolls `frame` alone; `scrollIntoView` would move the whole view, too. */
function centre(frame: HTMLElement, element: HTMLElement): void {
  const [outer, inner] = [frame.getBoundingClientRect(), element.getBoundingClientRect()];
  frame.scrollBy({
    left: inner.left + inner.width / 2 - (outer.left + outer.width / 2),
    top: inner.top + inner.height / 2 - (outer.top + outer.height / 2),
  });
}
