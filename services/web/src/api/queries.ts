import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from './client.ts';
import {
  pageSchema,
  queueSchema,
  type TenderStatus,
  tenderListSchema,
  tenderSchema,
  workersSchema,
} from './schemas.ts';

/** How often a view asks again, in ms: often while something moves, now and then otherwise. */
const MOVING = 1_500;
const STILL = 15_000;
const LIVENESS = 3_000;
const LIST_PAGE = 25;

export function isMoving(status: TenderStatus): boolean {
  return status === 'received' || status === 'processing';
}

export function tendersQuery(client: ApiClient) {
  return infiniteQueryOptions({
    queryKey: ['tenders'],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      return client.json(`/v1/tenders?limit=${LIST_PAGE}${cursor}`, tenderListSchema, signal);
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: (query) => {
      const tenders = query.state.data?.pages.flatMap((page) => page.items) ?? [];
      return tenders.some((tender) => isMoving(tender.status)) ? MOVING : STILL;
    },
  });
}

export function tenderQuery(client: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['tender', id],
    queryFn: ({ signal }) => client.json(`/v1/tenders/${encodeURIComponent(id)}`, tenderSchema, signal),
    refetchInterval: (query) => {
      const tender = query.state.data;
      return tender && isMoving(tender.status) ? MOVING : STILL;
    },
  });
}

/** One page's text and size. Asked again while it has not been read. */
export function pageQuery(client: ApiClient, documentId: string, page: number) {
  return queryOptions({
    queryKey: ['page', documentId, page],
    queryFn: ({ signal }) => client.json(pagePath(documentId, page), pageSchema, signal),
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? MOVING : false),
    staleTime: 60_000,
  });
}

/** One page's picture, `width` pixels wide. The picture of a page never changes. */
export function pageImageQuery(client: ApiClient, documentId: string, page: number, width: number) {
  return queryOptions({
    queryKey: ['image', documentId, page, width],
    queryFn: ({ signal }) => client.blob(`${pagePath(documentId, page)}/image.png?width=${width}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

export function workersQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['workers'],
    queryFn: ({ signal }) => client.json('/v1/admin/workers', workersSchema, signal),
    refetchInterval: LIVENESS,
  });
}

export function queueQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['queue'],
    queryFn: ({ signal }) => client.json('/v1/admin/queue', queueSchema, signal),
    refetchInterval: LIVENESS,
  });
}

function pagePath(documentId: string, page: number): string {
  return `/v1/documents/${encodeURIComponent(documentId)}/pages/${page}`;
}
