// What a server does: renders the page with react-dom/server and sends it. Whatever React has to complain about is a failure.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { createBrowserClient } from '@watchpost/sdk-core/browser';
import { page } from './src/page.js';

const complaints = [];
console.error = (...words) => complaints.push(words.join(' '));
const markup = renderToString(page(createBrowserClient(), 'camera'));
if (complaints.length > 0) throw new Error(complaints.join('\n'));

const file = new URL('./dist/index.html', import.meta.url);
writeFileSync(file, readFileSync(file, 'utf8').replace('<div id="root"></div>', `<div id="root">${markup}</div>`));
