// SPDX-License-Identifier: MIT
//   tests/support/stage.sh build/release node tests/docs/screenshots.mjs [FOLDER]
// Makes the pictures of README anew (in resources/screenshots, else in FOLDER) from the real program: two clients, whose
// runs are allowed with a real mouse, on a screen of 1280 × 800. Look at them before they are committed.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { APPROVAL, allowWithMouse } from "../e2e/approval.mjs";
import { connect, runOf, stateOf, textOf } from "../e2e/client.mjs";
import { Display } from "../e2e/display.mjs";
import { Program, give, ownFolder } from "../e2e/program.mjs";

const SHOWN = 1500; // ms until what a picture shows is drawn, and what moves has come to rest
const folder = process.argv[2] ?? fileURLToPath(new URL("../../resources/screenshots", import.meta.url));

// Fifty thousand sales, the same at each call.
function sales() {
  const regions = [["関東", 9], ["近畿", 7], ["中部", 5], ["九州", 4], ["東北", 3], ["北海道", 2]];
  let seed = 20260101;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const two = (number) => String(number).padStart(2, "0");
  const lines = ["日付,地域,店舗,数量,売上"];
  for (let i = 0; i < 50_000; i++) {
    const month = 1 + Math.floor(random() * 9);
    const [region, weight] = regions[Math.floor(random() * 6)];
    const season = 1 + 0.25 * Math.sin((month / 9) * 6) + month * 0.03;
    const amount = Math.round((60 + 400 * random()) * weight * season * 0.2);
    lines.push(`2026-${two(month)}-${two((i % 28) + 1)},${region},店舗${i % 34},${(i % 7) + 1},${amount}`);
  }
  return `${lines.join("\n")}\n`;
}

const COLUMNS = `# Column types and missing values
import pandas as pd
df = pd.read_csv("/mnt/sales/売上_2026.csv", parse_dates=["日付"])
print(df.dtypes)
print(df.isna().sum())
`;
const FAILS = `# Join targets with sales
df["達成率"] = df["売上高"] / 1000
`;
const MONTHS = `# Monthly sales by region
import matplotlib.pyplot as plt

地域 = ["関東", "近畿", "中部", "九州", "東北", "北海道"]
表 = df.pivot_table(index=df["日付"].dt.month, columns="地域", values="売上", aggfunc="sum")[地域] / 1e6
表.to_csv("/mnt/report/月次売上.csv")
四半期 = 表.groupby((表.index - 1) // 3 + 1).sum().rename_axis("四半期")
print(f"{len(df):,} 行, {df['店舗'].nunique()} 店舗, 百万円")
print(四半期.round(2))
ax = 表.plot(kind="bar", stacked=True, rot=0, figsize=(7, 2.7), title="地域別 月次売上 2026年")
ax.set(xlabel="月", ylabel="百万円")
ax.legend(bbox_to_anchor=(1, 1))
plt.tight_layout()
plt.show()
`;
const WAITS = `# Clean the store names and save the table
import pandas as pd

df = pd.read_csv("/mnt/sales/売上_2026.csv", parse_dates=["日付"])
df["店舗"] = df["店舗"].str.normalize("NFKC").str.strip()
df["月"] = df["日付"].dt.to_period("M")

月次 = df.groupby(["月", "地域"], as_index=False)["売上"].sum()
for 地域, 部分 in 月次.groupby("地域"):
    部分.to_csv(f"/mnt/report/{地域}.csv", index=False)
print(f"{len(df):,} 行 → {月次['地域'].nunique()} files")
`;

const display = await Display.start("1280x800");
const program = new Program({ settings: { "approvals.time_s": 300 } });
const picture = async (name) => {
  display.run("xdotool", "mousemove", "1279", "799"); // away from what shows that the mouse is over it
  await delay(SHOWN);
  display.run("import", "-window", "root", "-strip", "+dither", "-colors", "256", `png8:${path.join(folder, name)}`);
};
try {
  const read = ownFolder(program.home, "売上データ");
  const written = ownFolder(program.home, "報告");
  const table = path.join(read, "売上_2026.csv");
  writeFileSync(table, sales());
  give(table);
  await program.start(["--mount", `sales=${read}:ro`, "--mount", `report=${written}:staged`], display);
  const keyOf = async (label) => /gb_[A-Za-z0-9_-]+/.exec((await program.command("key", "add", label)).out)[0];
  const desktop = await connect(program.endpoint, { key: await keyOf("Claude Desktop"), name: "claude-ai" });
  const cline = await connect(program.endpoint, { key: await keyOf("Cline"), name: "Cline" });

  const main = await display.until("the window", () => display.windowMatching("Glovebox$"));
  const title = display.geometry(main);
  display.run("xdotool", "mousemove", String(title.x + 300), String(title.y - 8));
  display.run("xdotool", "click", "--repeat", "2", "--delay", "60", "1"); // as large as the screen
  await display.until("the whole screen", () => display.geometry(main).width === 1280);
  // Something else has the keyboard, as when a person works with their client.
  const elsewhere = spawn("xev", ["-name", "elsewhere", "-geometry", "120x60+1150+700", "-event", "keyboard"],
    { stdio: "ignore", env: { ...process.env, DISPLAY: display.name } });
  const other = await display.until("another window", () => display.window("elsewhere"));
  const lookAway = async () => {
    await display.activate(other);
    display.run("xdotool", "windowraise", main);
  };
  const allowed = async (code) => {
    await lookAway();
    const asked = desktop.call("run_python", { code });
    await allowWithMouse(display);
    let result = await asked;
    while (["pending_approval", "queued", "starting", "running"].includes(stateOf(result))) {
      result = await desktop.call("get_run", { run: runOf(result) });
    }
    console.log(textOf(result).split("\n")[0]);
  };
  await allowed(COLUMNS);
  await allowed(FAILS);
  await allowed(MONTHS);

  await lookAway();
  const waits = cline.call("run_python", { code: WAITS }).catch(() => {}); // nobody answers
  const request = await display.until("the request", () => display.window(APPROVAL));
  await delay(SHOWN);
  await display.activate(request);
  await picture("approval.png");
  display.run("xdotool", "key", "Escape"); // it waits in the workbench
  await display.activate(main);
  await delay(SHOWN);
  display.click(240, 255); // the newest run
  await delay(SHOWN);
  display.run("xdotool", "mousemove", "700", "333", "mousedown", "1"); // less of the code, the whole plot
  for (let y = 332; y >= 318; y -= 2) {
    display.run("xdotool", "mousemove", "700", String(y));
    await delay(30);
  }
  display.run("xdotool", "mouseup", "1");
  await picture("workbench.png");
  elsewhere.kill();
  await program.stop();
  await waits;
} finally {
  await program.remove();
  display.stop();
}
process.exit(0); // the clients would wait for a program that has gone
