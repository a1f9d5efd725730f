import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Check } from './check.ts';
import { trackedFiles } from './tracked-files.ts';

/** Links in Markdown to files of the repository, and to headings in them, lead somewhere. Web addresses aren't tried. */
export const docsLinks: Check = {
  name: 'links in the docs lead somewhere',
  async run(root) {
    const problems: string[] = [];
    const texts = new Map<string, string>();
    const read = async (file: string): Promise<string> => {
      const text = texts.get(file) ?? (await readFile(join(root, file), 'utf8'));
      texts.set(file, text);
      return text;
    };
    for (const file of await trackedFiles(root, '*.md')) {
      for (const link of linksIn(await read(file))) {
        if (/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//')) continue;
        const [path = '', anchor] = decodeURI(link).split('#', 2);
        const target = path === '' ? file : normalize(join(dirname(file), path));
        if (target.startsWith('..') || !existsSync(join(root, target))) {
          problems.push(`${file}: ${link} leads nowhere`);
        } else if (
          anchor !== undefined &&
          target.endsWith('.md') &&
          !anchorsIn(await read(target)).has(anchor)
        ) {
          problems.push(`${file}: ${target} has no heading #${anchor}`);
        }
      }
    }
    return problems;
  },
};

/** Targets of Markdown links, images and HTML src/href, outside code. */
export function linksIn(markdown: string): string[] {
  const text = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  const inline = text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g);
  const reference = text.matchAll(/^\s{0,3}\[[^\]]+\]:\s*(\S+)/gm);
  const html = text.matchAll(/<(?:img|a)\b[^>]*\b(?:src|href)="([^"]+)"/g);
  return [...inline, ...reference, ...html].map((match) => match[1] ?? '');
}

/** The ids that GitHub gives headings. */
export function anchorsIn(markdown: string): Set<string> {
  const found = new Set<string>();
  for (const match of markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const id = (match[1] ?? '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let unique = id;
    for (let n = 1; found.has(unique); n++) unique = `${id}-${n}`;
    found.add(unique);
  }
  return found;
}
