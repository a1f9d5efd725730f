import type pg from 'pg';
import type { App } from './route-context.ts';

export function adminRoutes(_context: { app: App; pool: pg.Pool }): void {}
