import type { Field, TenderDocument, TenderStatus, Worker } from '../api/schemas.ts';
import { Badge, type Tone } from './badge.tsx';

interface Look {
  tone: Tone;
  label: string;
  title: string;
}

const TENDER: Record<TenderStatus, Look> = {
  received: { tone: 'busy', label: 'Received', title: 'Stored; reading has not begun' },
  processing: { tone: 'busy', label: 'Reading', title: 'Its pages are being read' },
  ready: { tone: 'good', label: 'Ready', title: 'All pages read, nothing to look at' },
  ready_with_warnings: {
    tone: 'warn',
    label: 'Ready, with warnings',
    title: 'Read, but something needs a look',
  },
  failed: { tone: 'bad', label: 'Failed', title: 'No document of it could be read' },
};

const DOCUMENT: Record<TenderDocument['status'], Look> = {
  received: { tone: 'busy', label: 'Received', title: 'Stored; not opened yet' },
  processing: { tone: 'busy', label: 'Reading', title: 'Its pages are being read' },
  ready: { tone: 'good', label: 'Read', title: 'Every page has been dealt with' },
  failed: { tone: 'bad', label: 'Failed', title: 'This document could not be read' },
};

const FIELD: Record<Field['status'], Look> = {
  verified: { tone: 'good', label: 'Verified', title: 'The quoted words stand on the page' },
  unverified: { tone: 'warn', label: 'Unverified', title: 'The quoted words were not found on the page' },
  corrected: { tone: 'busy', label: 'Corrected', title: 'Changed by a person' },
  approved: { tone: 'good', label: 'Approved', title: 'Confirmed by a person' },
};

const WORKER: Record<Worker['state'], Look> = {
  alive: { tone: 'good', label: 'Alive', title: 'Its heartbeat is on time' },
  silent: { tone: 'warn', label: 'Silent', title: 'Its heartbeat is late' },
  dead: { tone: 'bad', label: 'Dead', title: 'It is gone; its jobs run elsewhere' },
};

export function TenderStatusBadge({ status }: { status: TenderStatus }) {
  return show(TENDER[status]);
}

export function DocumentStatusBadge({ status }: { status: TenderDocument['status'] }) {
  return show(DOCUMENT[status]);
}

export function FieldStatusBadge({ status }: { status: Field['status'] }) {
  return show(FIELD[status]);
}

export function WorkerStateBadge({ state }: { state: Worker['state'] }) {
  return show(WORKER[state]);
}

function show({ tone, label, title }: Look) {
  return (
    <Badge tone={tone} title={title}>
      {label}
    </Badge>
  );
}
