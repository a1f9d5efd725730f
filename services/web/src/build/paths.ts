import { fileURLToPath } from 'node:url';

/** Folder of this workspace, with a slash at its end. */
export const workspaceDir = fileURLToPath(new URL('../../', import.meta.url));

/** Folder of the built app: `index.html`, hashed files under `assets/`, each text file also as `.br` and `.gz`. */
export const webRoot = fileURLToPath(new URL('../../dist', import.meta.url));
