// The same agent as agent.py in another language: it follows the link that shares the most words with the task.
// An agent reads JSON lines from stdin and writes JSON lines to stdout; stderr is its log.
//
//   webarium eval --agent examples/agent.js --tasks 'shopping.*'
'use strict';

const lines = require('node:readline').createInterface({ input: process.stdin });
let words = new Set();
let seen = new Set();

const wordsOf = (text) => text.toLowerCase().split(/\s+/).map((word) => word.replace(/[?.,!]/g, ''));
const score = (link) => wordsOf(link.name).filter((word) => words.has(word)).length;

function decide(observation) {
  const elements = Object.entries(observation.elements).map(([id, element]) => ({ id: Number(id), ...element }));
  const links = elements.filter((element) => element.role === 'link' && !seen.has(element.name));
  const best = links.reduce((found, link) => (!found || score(link) > score(found) ? link : found), null);
  if (!best || !score(best) || seen.size === 3) {
    const heading = elements.find((element) => element.role === 'heading');
    return { action: { name: 'stop', answer: heading ? heading.name : observation.title } };
  }
  seen.add(best.name);
  return { action: { name: 'click', element: best.id }, thought: `'${best.name}' sounds like the task` };
}

lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'task') {
    words = new Set(wordsOf(message.intent).filter((word) => word.length > 3));
    seen = new Set();
  } else if (message.type === 'observation') {
    process.stdout.write(`${JSON.stringify({ type: 'action', ...decide(message) })}\n`);
  } else if (message.type === 'end') {
    process.exit(0);
  }
});
