import type { PageResult } from '@tender/ocr';
import { Counter, Histogram, type Registry } from '@tender/telemetry';

/** Pages in numbers. @returns what counts a page */
export function createPageMetrics(registry: Registry): (page: PageResult) => void {
  const registers = [registry];
  const pages = new Counter({
    name: 'ocr_pages_total',
    help: 'Pages read, by where their words came from, and failed ones by reason.',
    labelNames: ['source', 'status', 'reason'],
    registers,
  });
  const duration = new Histogram({
    name: 'ocr_page_duration_seconds',
    help: 'How long a page took.',
    labelNames: ['source'],
    buckets: [0.02, 0.1, 0.5, 1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  return ({ source, status, reason, durationMs }) => {
    const from = source ?? 'none';
    pages.inc({ source: from, status, reason: status === 'failed' ? (reason ?? '') : '' });
    duration.observe({ source: from }, durationMs / 1_000);
  };
}
