// SPDX-License-Identifier: MIT
// How long a person waits for what code seems to do: the analyser's worker in Node.js, whose engine is Chromium's. Prints
// the best and the median of the rounds, by the clock and by processor time (which a busy machine does not change much).
import { Session } from "../js/support/session.mjs";

const ROUNDS = Number(process.argv[2] ?? 9);
const PIECE = `import pandas as pd
def load(name, count=3):
    """Reads one table."""
    frame = pd.read_csv(f'/mnt/data/{name}.csv', nrows=count * 10)
    for row in frame.itertuples():
        if row.amount > 10 and row.name not in ('a', 'b'):
            print(row.name.upper(), row.amount / 2.0)
    return frame.groupby('name')['amount'].agg(['sum', 'mean'])

result = [load('sales') for i in range(10)]
`;

const session = new Session({ role: "analyser", heap: 224 << 20 });
await session.ready();

let asked = 0;
async function measure(lines) {
  const id = ++asked;
  const begin = performance.now();
  const processor = process.cpuUsage();
  session.post({ type: "ask", id, method: "findings", arguments: { code: PIECE.repeat(lines / 10) } });
  await session.until((f) => f.header.type === "answer" && f.header.id === id);
  const { user, system } = process.cpuUsage(processor);
  session.frames = [];
  return { wall: performance.now() - begin, processor: (user + system) / 1000 };
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
for (const lines of [10, 200, 1000, 10_000]) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await measure(lines));
  const of = (key) => {
    const numbers = rounds.map((round) => round[key]);
    return `best ${Math.min(...numbers).toFixed(1)} ms, median ${middle(numbers).toFixed(1)} ms`;
  };
  console.log(`${String(lines).padStart(6)} lines   clock: ${of("wall")}   processor: ${of("processor")}`);
}
await session.close();
