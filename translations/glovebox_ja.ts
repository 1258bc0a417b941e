<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>Approval</name>
    <message>
        <source>%1, read-only</source>
        <translation>%1（読取）</translation>
    </message>
    <message>
        <source>%1, staged</source>
        <translation>%1（確認後）</translation>
    </message>
    <message>
        <source>%1, read-write</source>
        <translation>%1（読み書き）</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message numerus="yes">
        <source>%n folders</source>
        <translation>
            <numerusform>フォルダー %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>None new</source>
        <translation>追加なし</translation>
    </message>
    <message numerus="yes">
        <source>%n packages</source>
        <translation>
            <numerusform>パッケージ %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 asks to write a file</source>
        <translation>%1 がファイルの書き込みを求めています</translation>
    </message>
    <message>
        <source>%1 asks to install packages</source>
        <translation>%1 がパッケージの追加を求めています</translation>
    </message>
    <message>
        <source>%1 asks to run Python</source>
        <translation>%1 が Python の実行を求めています</translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation>セッション %1</translation>
    </message>
    <message>
        <source>asked %1</source>
        <translation>%1 に要求</translation>
    </message>
    <message>
        <source>code starts with “%1”</source>
        <translation>コード冒頭「%1」</translation>
    </message>
    <message>
        <source>calls itself “%1”</source>
        <translation>自称「%1」</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n 分</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Minutes and seconds, as in &quot;1 minute 42 seconds&quot;</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>No answer in %1: nothing ran. %2 was told “no answer”, not “denied”.</source>
        <translation>%1間応答がなかったため実行していません。%2 には「拒否」ではなく「応答なし」と伝えました。</translation>
    </message>
    <message>
        <source>%1 took this request back. Nothing ran.</source>
        <translation>%1 が要求を取り下げました。実行していません。</translation>
    </message>
    <message>
        <source>%1 is read-write: this run changes your files at once. It can be undone for 30 days.</source>
        <translation>%1 は読み書き可です。ファイルは直ちに変わります（30 日間は元に戻せます）。</translation>
    </message>
    <message>
        <source>%1 is read-write: this run changes your files at once.</source>
        <translation>%1 は読み書き可です。ファイルは直ちに変わります。</translation>
    </message>
    <message>
        <source>%1 are read-write: this run changes your files at once. It can be undone for 30 days.</source>
        <translation>%1 は読み書き可です。ファイルは直ちに変わります（30 日間は元に戻せます）。</translation>
    </message>
    <message>
        <source>%1 are read-write: this run changes your files at once.</source>
        <translation>%1 は読み書き可です。ファイルは直ちに変わります。</translation>
    </message>
    <message>
        <source>Allow and write to %1</source>
        <translation>許可して %1 に書き込む</translation>
    </message>
    <message>
        <source>Allow for this session</source>
        <translation>このセッションで許可</translation>
    </message>
    <message>
        <source>Allow this run</source>
        <translation>この実行を許可</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>遮断</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>asks %1 s</source>
        <translation>要求 %1 秒</translation>
    </message>
    <message>
        <source>%1 s, %2</source>
        <translation>%1 秒・%2</translation>
    </message>
    <message>
        <source>%1: %2 in the code; at most %3</source>
        <translation>%1: コード上 %2、最大範囲 %3</translation>
    </message>
    <message>
        <source>Share this folder</source>
        <translation>このフォルダーを共有</translation>
    </message>
    <message>
        <source>Allow for this client</source>
        <translation>このクライアントに許可</translation>
    </message>
    <message>
        <source>Allow this file</source>
        <translation>このファイルを許可</translation>
    </message>
    <message>
        <source>Allow these packages</source>
        <translation>これらのパッケージを許可</translation>
    </message>
    <message>
        <source>%1 asks to use a folder</source>
        <translation>%1 がフォルダーの使用を求めています</translation>
    </message>
    <message>
        <source>%1 asks to run %2</source>
        <translation>%1 が %2 の実行を求めています</translation>
    </message>
    <message>
        <source>%1; new in this session</source>
        <translation>%1（このセッションで初めて）</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>%1 に書き込めませんでした: %2。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 を読み取れません: %2。</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 を保存しました</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>names %1, which is not shared: will fail</source>
        <translation>共有されていない %1 を指定（失敗します）</translation>
    </message>
    <message>
        <source>reads %1</source>
        <translation>%1 を読み取り</translation>
    </message>
    <message>
        <source>writes %1, which is read-only: will fail</source>
        <translation>読み取り専用の %1 に書き込み（失敗します）</translation>
    </message>
    <message>
        <source>writes %1, staged</source>
        <translation>%1 に書き込み（確認後に反映）</translation>
    </message>
    <message>
        <source>writes %1 at once</source>
        <translation>%1 にすぐ書き込み</translation>
    </message>
    <message>
        <source>deletes files whose names are not in the code</source>
        <translation>名前がコードにないファイルを削除</translation>
    </message>
    <message>
        <source>deletes in %1, which is read-only: will fail</source>
        <translation>読み取り専用の %1 で削除（失敗します）</translation>
    </message>
    <message>
        <source>deletes in %1, staged</source>
        <translation>%1 で削除（確認後に反映）</translation>
    </message>
    <message>
        <source>deletes in %1 at once</source>
        <translation>%1 ですぐ削除</translation>
    </message>
    <message>
        <source>runs the command “%1”</source>
        <translation>コマンド「%1」を実行</translation>
    </message>
    <message>
        <source>uses %1, which only notebooks know</source>
        <translation>ノートブックだけの書き方 %1 を使用</translation>
    </message>
    <message>
        <source>runs text as code (%1)</source>
        <translation>文字列をコードとして実行（%1）</translation>
    </message>
    <message>
        <source>imports what the code works out first (%1)</source>
        <translation>実行中に決めた名前をインポート（%1）</translation>
    </message>
    <message>
        <source>uses something by a name that it works out (%1)</source>
        <translation>実行中に決めた名前で呼び出し（%1）</translation>
    </message>
    <message>
        <source>reads its own variables by name (%1)</source>
        <translation>自分の変数を名前で参照（%1）</translation>
    </message>
    <message>
        <source>imports %1</source>
        <translation>%1 をインポート</translation>
    </message>
    <message>
        <source>starts threads (%1): will fail</source>
        <translation>スレッドを開始（%1、失敗します）</translation>
    </message>
    <message>
        <source>loads objects that can run code (%1)</source>
        <translation>コードを動かせるデータを読み込み（%1）</translation>
    </message>
    <message>
        <source>reaches for JavaScript (%1)</source>
        <translation>JavaScript に接近（%1）</translation>
    </message>
    <message>
        <source>reaches for memory and native code (%1)</source>
        <translation>メモリやネイティブコードに接近（%1）</translation>
    </message>
    <message>
        <source>walks into Python’s inside (%1)</source>
        <translation>Python の内部をたどる（%1）</translation>
    </message>
    <message>
        <source>uses %1</source>
        <translation>%1 を使用</translation>
    </message>
    <message>
        <source>looks into the interpreter (%1)</source>
        <translation>インタープリターの内部を参照（%1）</translation>
    </message>
    <message>
        <source>changes what other code uses (%1)</source>
        <translation>ほかのコードが使うものを変更（%1）</translation>
    </message>
    <message>
        <source>reads environment variables</source>
        <translation>環境変数を読み取り</translation>
    </message>
    <message>
        <source>tries the network (%1): will fail</source>
        <translation>ネットワークを使おうとする（%1、失敗します）</translation>
    </message>
    <message>
        <source>installs %1</source>
        <translation>%1 をインストール</translation>
    </message>
    <message>
        <source>%1 is not installed yet</source>
        <translation>%1 はまだインストールされていません</translation>
    </message>
    <message>
        <source>opens %1, which is in none of your folders</source>
        <translation>共有フォルダーの外の %1 を開く</translation>
    </message>
    <message>
        <source>opens a file that usually holds secrets: %1</source>
        <translation>秘密の入ることが多いファイルを開く：%1</translation>
    </message>
    <message>
        <source>runs text that it decodes first (%1)</source>
        <translation>復号した文字列を実行（%1）</translation>
    </message>
    <message>
        <source>decodes a text (%1)</source>
        <translation>文字列を復号（%1）</translation>
    </message>
    <message>
        <source>holds %1 characters that nobody can read</source>
        <translation>人の読めない %1 文字を含む</translation>
    </message>
    <message>
        <source>puts a text together from characters (%1)</source>
        <translation>文字をつなげて文字列を作成（%1）</translation>
    </message>
    <message>
        <source>has a character that cannot be seen (%1)</source>
        <translation>見えない文字を含む（%1）</translation>
    </message>
    <message>
        <source>has a character that turns the text around (%1)</source>
        <translation>文字の並びを逆にする文字を含む（%1）</translation>
    </message>
    <message>
        <source>has a control character (%1)</source>
        <translation>制御文字を含む（%1）</translation>
    </message>
    <message>
        <source>“%1” only looks like “%2”</source>
        <translation>「%1」は「%2」に似せた別の文字</translation>
    </message>
    <message>
        <source>has code far to the right</source>
        <translation>右の遠くにコードがある</translation>
    </message>
    <message>
        <source>does not end by itself</source>
        <translation>自分では終わらない</translation>
    </message>
    <message>
        <source>makes more than memory can hold</source>
        <translation>メモリに入りきらない量を作成</translation>
    </message>
    <message>
        <source>the code has %1 lines</source>
        <translation>コードは %1 行</translation>
    </message>
    <message>
        <source>is no Python, will fail: %1</source>
        <translation>Python として正しくない（失敗します）：%1</translation>
    </message>
    <message>
        <source>nests too deeply: will fail</source>
        <translation>入れ子が深すぎる（失敗します）</translation>
    </message>
    <message>
        <source>the client asked to skip rules: %1</source>
        <translation>クライアントが規則の省略を要求：%1</translation>
    </message>
    <message>
        <source>paths not known</source>
        <translation>パス不明</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n ファイル</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation>%1 ほか</translation>
    </message>
    <message>
        <source>opens files whose names are not in the code</source>
        <translation>名前がコードにないファイルを開く</translation>
    </message>
    <message>
        <source>writes files whose names are not in the code</source>
        <translation>名前がコードにないファイルに書き込み</translation>
    </message>
    <message>
        <source>starts other programs (%1): will fail</source>
        <translation>ほかのプログラムを起動（%1、失敗します）</translation>
    </message>
    <message>
        <source>ends the session’s Python (%1)</source>
        <translation>セッションの Python を終了（%1）</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>%1 行目：%2</translation>
    </message>
    <message>
        <source>The code could not be read beforehand: treat what it does as unknown</source>
        <translation>コードを事前に調べられませんでした。何をするかは不明と考えてください</translation>
    </message>
    <message numerus="yes">
        <source>%n more notes than are shown</source>
        <translation>
            <numerusform>ほかに %n 件の注意</numerusform>
        </translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>None new</source>
        <translation>追加なし</translation>
    </message>
    <message numerus="yes">
        <source>%n packages</source>
        <translation>
            <numerusform>パッケージ %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>tries it</source>
        <translation>使おうとする</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>使わない</translation>
    </message>
</context>
<context>
    <name>JournalTexts</name>
    <message>
        <source>after %1</source>
        <translation>%1後</translation>
    </message>
    <message>
        <source>Allowed by a standing permission</source>
        <translation>継続の許可により許可</translation>
    </message>
    <message>
        <source>Allowed without asking</source>
        <translation>確認なしで許可</translation>
    </message>
    <message>
        <source>Allowed by you, this run only</source>
        <translation>あなたが許可、この実行のみ</translation>
    </message>
    <message>
        <source>Allowed by you, for this session</source>
        <translation>あなたが許可、このセッション</translation>
    </message>
    <message>
        <source>Allowed by you, %1</source>
        <extracomment>{scope} is how far a permission reaches, as it is recorded</extracomment>
        <translation>あなたが許可、%1</translation>
    </message>
    <message>
        <source>Asked by %1</source>
        <translation>%1 からの要求</translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation>あなたが拒否</translation>
    </message>
    <message>
        <source>Denied by the rules</source>
        <translation>規則により拒否</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>応答なし</translation>
    </message>
    <message>
        <source>Taken back by client</source>
        <translation>取り下げ</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) on the code</source>
        <translation>
            <numerusform>コードへの注意 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>The code could not be read</source>
        <translation>コードを調べられませんでした</translation>
    </message>
    <message>
        <source>Started, session %1</source>
        <translation>開始、セッション %1</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>図 %1</translation>
    </message>
    <message>
        <source>Error: %1: %2</source>
        <translation>エラー：%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n file(s) to %1</source>
        <translation>
            <numerusform>%1 に %n ファイルを書き込み</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n file(s) in %1</source>
        <translation>
            <numerusform>%1 の %n ファイルを読み取り</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Loaded %n package(s)</source>
        <translation>
            <numerusform>パッケージ %n 個を読み込み</numerusform>
        </translation>
    </message>
    <message>
        <source>The session restarted</source>
        <translation>セッションが再起動しました</translation>
    </message>
    <message>
        <source>You removed its content</source>
        <translation>あなたが内容を削除しました</translation>
    </message>
    <message>
        <source>Its content was removed: older or more than is kept</source>
        <translation>保存の期限または量を超えたため、内容を削除しました</translation>
    </message>
    <message>
        <source>You</source>
        <translation>あなた</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>継続の許可</translation>
    </message>
    <message>
        <source>Own run</source>
        <translation>自分の実行</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>in code</source>
        <translation>コード内</translation>
    </message>
    <message>
        <source>in output</source>
        <translation>出力内</translation>
    </message>
    <message>
        <source>in names of files</source>
        <translation>ファイル名</translation>
    </message>
    <message>
        <source>in notes</source>
        <translation>注意の文</translation>
    </message>
    <message>
        <source>Notebook (.ipynb)</source>
        <translation>ノートブック（.ipynb）</translation>
    </message>
    <message>
        <source>Your own run</source>
        <translation>あなたの実行</translation>
    </message>
</context>
<context>
    <name>Notebook</name>
    <message>
        <source>%1 is not a file.</source>
        <translation>%1 はファイルではありません。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 を読み込めません: %2</translation>
    </message>
    <message>
        <source>%1 is larger than %2 MB.</source>
        <translation>%1 は %2 MB を超えています。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 に書き込めませんでした: %2</translation>
    </message>
    <message>
        <source>This notebook cannot be read: cell %1 is not as nbformat 4 says.</source>
        <translation>このノートブックは読み込めません: セル %1 が nbformat 4 の形式ではありません。</translation>
    </message>
    <message>
        <source>This notebook of nbformat 3 has several worksheets. Open and save it in Jupyter first.</source>
        <translation>この nbformat 3 のノートブックには複数のワークシートがあります。先に Jupyter で開いて保存し直してください。</translation>
    </message>
    <message>
        <source>This notebook is in the old format 3. Saving writes format 4.5.</source>
        <translation>このノートブックは古い形式 3 です。保存すると形式 4.5 になります。</translation>
    </message>
    <message>
        <source>This notebook is in format 4.%1, which is newer than 4.5. What is not known here is kept as it is.</source>
        <translation>このノートブックは 4.5 より新しい形式 4.%1 です。未知の内容はそのまま保持します。</translation>
    </message>
    <message>
        <source>This notebook is written in %1. It can be read and edited here, and not run.</source>
        <translation>このノートブックは %1 で書かれています。閲覧と編集はできますが、実行はできません。</translation>
    </message>
    <message>
        <source>This notebook is in format %1. Glovebox reads formats 3 and 4. Open and save it in Jupyter first.</source>
        <translation>このノートブックは形式 %1 です。Glovebox が読めるのは形式 3 と 4 です。先に Jupyter で開いて保存し直してください。</translation>
    </message>
    <message>
        <source>This notebook is larger than %1 MB. Clear its outputs in Jupyter first.</source>
        <translation>このノートブックは %1 MB を超えています。先に Jupyter で出力を消去してください。</translation>
    </message>
    <message>
        <source>This file is no notebook: it does not say its nbformat.</source>
        <translation>このファイルはノートブックではありません: nbformat の記載がありません。</translation>
    </message>
    <message>
        <source>This file is no notebook: it has no cells.</source>
        <translation>このファイルはノートブックではありません: セルがありません。</translation>
    </message>
    <message>
        <source>This notebook has more than %1 cells.</source>
        <translation>このノートブックのセルは %1 個を超えています。</translation>
    </message>
    <message>
        <source>This file cannot be read: its JSON is broken in line %1.</source>
        <translation>このファイルは読み込めません: JSON が %1 行目で壊れています。</translation>
    </message>
    <message>
        <source>This file is not text in UTF-8.</source>
        <translation>このファイルは UTF-8 のテキストではありません。</translation>
    </message>
    <message>
        <source>This file has more than %1 cells.</source>
        <translation>このファイルのセルは %1 個を超えています。</translation>
    </message>
    <message>
        <source>This document has no file yet. Choose one.</source>
        <translation>この文書にはまだファイルがありません。保存先を選んでください。</translation>
    </message>
    <message>
        <source>%1 is open in another tab. Close it there, or choose another name.</source>
        <translation>%1 は別のタブで開いています。そちらを閉じるか、別の名前を選んでください。</translation>
    </message>
    <message>
        <source>%1 was changed by another program. Read it again, overwrite it, or save under another name.</source>
        <translation>%1 は別のプログラムで変更されました。読み込み直すか、上書きするか、別の名前で保存してください。</translation>
    </message>
    <message>
        <source>Unsaved changes are not kept safe: %1</source>
        <translation>保存前の変更を退避できません: %1</translation>
    </message>
    <message>
        <source>[picture not loaded: %1]</source>
        <translation>［読み込まない図: %1］</translation>
    </message>
    <message>
        <source>[an output of a kind that cannot be shown]</source>
        <translation>［表示できない種類の出力］</translation>
    </message>
    <message>
        <source>[a page that needs scripts, which are left out]</source>
        <translation>［スクリプトが必要なページ（スクリプトは除去）］</translation>
    </message>
    <message>
        <source>it is damaged, or of another version of Glovebox</source>
        <translation>壊れているか、別のバージョンの Glovebox のものです</translation>
    </message>
    <message>
        <source>A document that was open could not be brought back: %1. What was kept of it is in %2.</source>
        <translation>開いていたドキュメントを復元できませんでした: %1。保存されていた内容は %2 にあります。</translation>
    </message>
    <message>
        <source>A document that was open could not be brought back: %1. What was kept of it is still in %2.</source>
        <translation>開いていたドキュメントを復元できませんでした: %1。保存されていた内容は %2 に残っています。</translation>
    </message>
</context>
<context>
    <name>PageWindow</name>
    <message>
        <source>This page has no network and no access to your sessions or files.</source>
        <translation>このページはネットワークにも、セッションやファイルにもアクセスできません。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Two sentences after one another</extracomment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>This page wanted to load things from the network; they were not loaded.</source>
        <translation>このページはネットワークからの読み込みを求めましたが、読み込んでいません。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>無題</translation>
    </message>
    <message>
        <source>%1 — page of %2 — Glovebox</source>
        <extracomment>%1 is the page&apos;s title, %2 the run: &quot;Sales — page of r184 — Glovebox&quot;</extracomment>
        <translation>%1 — %2 のページ — Glovebox</translation>
    </message>
    <message>
        <source>This page ended by itself. Close this window and open the page again.</source>
        <translation>このページは異常終了しました。ウィンドウを閉じて、ページをもう一度開いてください。</translation>
    </message>
    <message>
        <source>This chart takes data from %1, which is out of its reach: pages have no network and no files. Let Python read the data and give it to the chart.</source>
        <extracomment>%1 is an address or the name of a file</extracomment>
        <translation>このグラフはデータを %1 から取ろうとしましたが、届きません。ページにはネットワークもファイルもありません。データは Python で読み、グラフに渡してください。</translation>
    </message>
</context>
<context>
    <name>RunTexts</name>
    <message>
        <source>Queued, next in %1</source>
        <translation>順番待ち（%1 で次）</translation>
    </message>
    <message>
        <source>Queued, number %1 in %2</source>
        <translation>順番待ち（%2 で %1 番目）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>An exception&apos;s class and text: KeyError: &apos;total&apos;</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Allowed by you %1, for this session</source>
        <translation>%1 にあなたが許可（このセッション）</translation>
    </message>
    <message>
        <source>Allowed by you %1, this run only</source>
        <translation>%1 にあなたが許可（この実行のみ）</translation>
    </message>
    <message>
        <source>Running %1 of %2</source>
        <translation>実行中 %1 / %2</translation>
    </message>
    <message>
        <source>allowed by a standing permission</source>
        <translation>継続の許可による実行</translation>
    </message>
    <message>
        <source>Allowed without asking, %1</source>
        <translation>%1 に確認なしで許可</translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation>あなたが拒否</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in %1</source>
        <translation>
            <numerusform>%1 の %n ファイル</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n ファイル</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s)</source>
        <translation>
            <numerusform>ほか %n ファイル</numerusform>
        </translation>
    </message>
    <message>
        <source>None new</source>
        <translation>追加なし</translation>
    </message>
    <message>
        <source>Allowed by you %1, for this client</source>
        <translation>%1 にあなたが許可、このクライアント</translation>
    </message>
    <message>
        <source>Edited and allowed by you %1, this run only</source>
        <translation>%1 にあなたが編集して許可、この実行のみ</translation>
    </message>
    <message>
        <source>Your own run</source>
        <translation>あなたの実行</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>%1 を削除</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation>消去</translation>
    </message>
</context>
<context>
    <name>WaitingModel</name>
    <message>
        <source>%1, staged</source>
        <translation>%1（確認後）</translation>
    </message>
    <message>
        <source>%1, read-write</source>
        <translation>%1（読み書き）</translation>
    </message>
    <message>
        <source>writes none</source>
        <translation>書込なし</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最長 %1</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Waiting for you</source>
        <translation>確認待ち</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>順番待ち</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>起動中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>時間切れ</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>強制終了</translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation>異常終了</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>応答なし</translation>
    </message>
    <message>
        <source>Taken back by client</source>
        <translation>取り下げ</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>読み取り専用</translation>
    </message>
    <message>
        <source>Staged</source>
        <translation>確認後に反映</translation>
    </message>
    <message>
        <source>Read-write</source>
        <translation>読み書き</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>Two short facts side by side, as in &quot;r184 · sales-q3&quot;</extracomment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>A day without its year, as Qt writes dates: d MMM is &quot;14 Sep&quot;, M月d日 is &quot;9月14日&quot;</extracomment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy HH:mm:ss</source>
        <extracomment>A day and a time of it, as Qt writes dates: 14 Sep 2026 10:47:12</extracomment>
        <translation>yyyy年M月d日 HH:mm:ss</translation>
    </message>
    <message>
        <source>never</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>glovebox</name>
    <message>
        <source>Anyone on this computer</source>
        <translation>このコンピューターの誰か</translation>
    </message>
    <message>
        <source>Glovebox&apos;s own files are not complete. Run installer/run again, or reinstall the package.</source>
        <translation>Glovebox のファイルが揃っていません。installer/run を再実行するか、パッケージを再インストールしてください。</translation>
    </message>
    <message>
        <source>Glovebox does not start as root: Chromium&apos;s sandbox would be off. Start it as an ordinary account, or use installer/run, which makes one.</source>
        <translation>Glovebox は root では起動しません。Chromium のサンドボックスが無効になるためです。通常のアカウントで起動するか、専用アカウントを作る installer/run を使ってください。</translation>
    </message>
    <message>
        <source>The standing permissions in %1 cannot be read, so none of them counts.</source>
        <translation>%1 の継続の許可を読めないため、どれも無効です。</translation>
    </message>
    <message>
        <source>Glovebox runs already with this profile. Options count at its start only.</source>
        <translation>このプロファイルの Glovebox はすでに動いています。オプションが効くのは、その起動のときだけです。</translation>
    </message>
    <message>
        <source>There is no display here. Start Glovebox in your desktop session, or without a window: glovebox --headless.</source>
        <translation>ここにはディスプレイがありません。デスクトップのセッションで起動するか、ウィンドウなしで起動してください：glovebox --headless</translation>
    </message>
</context>
<context>
    <name>glovebox::Application</name>
    <message>
        <source>Command line</source>
        <translation>コマンドライン</translation>
    </message>
</context>
<context>
    <name>glovebox::Changes</name>
    <message>
        <source>a former client</source>
        <translation>以前のクライアント</translation>
    </message>
</context>
<context>
    <name>glovebox::ClientConfiguration</name>
    <message>
        <source>No client is called “%1”. Known: %2.</source>
        <translation>「%1」というクライアントはありません。指定できるもの: %2。</translation>
    </message>
    <message>
        <source>%1 is a link to a file that is not there.</source>
        <translation>%1 のリンク先のファイルがありません。</translation>
    </message>
    <message>
        <source>%1 is a link to a folder that is not there.</source>
        <translation>%1 のリンク先のフォルダーがありません。</translation>
    </message>
    <message>
        <source>%1 is no ordinary file.</source>
        <translation>%1 は通常のファイルではありません。</translation>
    </message>
    <message>
        <source>%1 belongs to another account.</source>
        <translation>%1 は別のアカウントのものです。</translation>
    </message>
    <message>
        <source>%1 is too large for a configuration.</source>
        <translation>%1 は設定ファイルとしては大きすぎます。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 を読み取れません。</translation>
    </message>
    <message>
        <source>%1 is no text file.</source>
        <translation>%1 はテキストファイルではありません。</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>%1 に書き込めません。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>フォルダー %1 を作成できません。</translation>
    </message>
    <message>
        <source>%1 was changed by another program meanwhile. Nothing was written; look at it again.</source>
        <translation>%1 はその間に別のプログラムが変更しました。何も書き込んでいません。もう一度確認してください。</translation>
    </message>
    <message>
        <source>%1 cannot be removed.</source>
        <translation>%1 を削除できません。</translation>
    </message>
    <message>
        <source>It is not valid JSON in line %1.</source>
        <translation>%1 行目が正しい JSON ではありません。</translation>
    </message>
    <message>
        <source>It holds no JSON object.</source>
        <translation>JSON のオブジェクトがありません。</translation>
    </message>
    <message>
        <source>“%1” in it is no JSON object.</source>
        <translation>中の「%1」が JSON のオブジェクトではありません。</translation>
    </message>
    <message>
        <source>There is no entry of Glovebox in it.</source>
        <translation>Glovebox の項目がありません。</translation>
    </message>
    <message>
        <source>It is not valid TOML in line %1.</source>
        <translation>%1 行目が正しい TOML ではありません。</translation>
    </message>
    <message>
        <source>It already holds %1 in a form that Glovebox does not change. Take that away, or copy the lines.</source>
        <translation>すでに %1 があり、Glovebox では変更できない書き方です。それを取り除くか、内容をコピーしてください。</translation>
    </message>
</context>
<context>
    <name>glovebox::Clients</name>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 に書き込めませんでした：%2</translation>
    </message>
</context>
<context>
    <name>glovebox::CommandLine</name>
    <message>
        <source>Shows this help.</source>
        <translation>このヘルプを表示します。</translation>
    </message>
    <message>
        <source>Shows the version.</source>
        <translation>バージョンを表示します。</translation>
    </message>
    <message>
        <source>Starts in the tray, without opening the window.</source>
        <translation>ウィンドウを開かず、トレイで起動します。</translation>
    </message>
    <message>
        <source>Runs without a window. Nobody can be asked, so every run is denied unless --approve says otherwise.</source>
        <translation>ウィンドウなしで動作します。確認する相手がいないため、--approve の指定がなければすべての実行を拒否します。</translation>
    </message>
    <message>
        <source>Listens on 127.0.0.1:&lt;N&gt; (default 8420; 0: any free port).</source>
        <translation>127.0.0.1:&lt;N&gt; で受け付けます（既定は 8420、0 は空きポート）。</translation>
    </message>
    <message>
        <source>Writes addresses and a key to &lt;F&gt; (JSON, mode 0600) once it listens.</source>
        <translation>受付開始時に、アドレスとキーを &lt;F&gt; に書き込みます（JSON、モード 0600）。</translation>
    </message>
    <message>
        <source>Keeps all state in &lt;DIR&gt;, which only you may enter.</source>
        <translation>すべての状態を &lt;DIR&gt; に保存します。ここにはあなただけが入れます。</translation>
    </message>
    <message>
        <source>Whether runs are asked for: ask, deny, or (only with --headless) allow.</source>
        <translation>実行を確認するかどうか: ask、deny、または allow（--headless のときのみ）。</translation>
    </message>
    <message>
        <source>off: everybody on this computer may ask, without a key.</source>
        <translation>off: このコンピューターの誰でも、キーなしで要求できます。</translation>
    </message>
    <message>
        <source>Shares a folder as /mnt/NAME: ro, staged (default) or rw. Can be repeated.</source>
        <translation>フォルダーを /mnt/NAME として共有します: ro、staged（既定）、rw。複数指定できます。</translation>
    </message>
    <message>
        <source>With key add: the key may stand in the address, /k/KEY/mcp.</source>
        <translation>key add と併用: キーをアドレスに含められます（/k/KEY/mcp）。</translation>
    </message>
    <message>
        <source>A key needs a name.</source>
        <translation>キーには名前が必要です。</translation>
    </message>
    <message>
        <source>--address goes with key add only.</source>
        <translation>--address は key add とだけ使えます。</translation>
    </message>
    <message>
        <source>Write: glovebox key add NAME [--address], glovebox key list, or glovebox key revoke NAME.</source>
        <translation>書式: glovebox key add NAME [--address]、glovebox key list、glovebox key revoke NAME。</translation>
    </message>
    <message>
        <source>--port takes a number from 0 to 65535, not “%1”.</source>
        <translation>--port には 0 から 65535 までの数を指定します。「%1」は使えません。</translation>
    </message>
    <message>
        <source>--mount gives the name “%1” to two folders.</source>
        <translation>--mount で 2 つのフォルダーに同じ名前「%1」が付いています。</translation>
    </message>
    <message>
        <source>--approve takes ask, allow or deny, not “%1”.</source>
        <translation>--approve には ask、allow、deny を指定します。「%1」は使えません。</translation>
    </message>
    <message>
        <source>--approve allow works only with --headless: where a window is, you are asked.</source>
        <translation>--approve allow は --headless のときだけ使えます。ウィンドウがあるときは確認します。</translation>
    </message>
    <message>
        <source>--auth off and --approve allow together would run anybody&apos;s code unasked. Choose one.</source>
        <translation>--auth off と --approve allow を併用すると、誰のコードでも確認なしに実行されます。どちらか一方にしてください。</translation>
    </message>
    <message>
        <source>--tray and --headless exclude each other.</source>
        <translation>--tray と --headless は併用できません。</translation>
    </message>
    <message>
        <source>--auth takes on or off, not “%1”.</source>
        <translation>--auth には on または off を指定します。「%1」は使えません。</translation>
    </message>
    <message>
        <source>Documents to open.</source>
        <translation>開く文書。</translation>
    </message>
    <message>
        <source>%1 --help shows what there is.</source>
        <translation>%1 指定できるものは --help で表示します。</translation>
    </message>
    <message>
        <source>Usage: glovebox [options] [documents]</source>
        <translation>使い方: glovebox [オプション] [文書]</translation>
    </message>
    <message>
        <source>Shares the folder of --mount NAME although it holds keys, passwords or parts of the system. Can be repeated.</source>
        <translation>鍵やパスワード、システムの一部を含んでいても、--mount NAME のフォルダーを共有します。複数指定できます。</translation>
    </message>
    <message>
        <source>With connect: shows what would be written, and writes nothing.</source>
        <translation>connect と併用: 書き込む内容を表示するだけで、何も書き込みません。</translation>
    </message>
    <message>
        <source>With connect: takes Glovebox out of that client again.</source>
        <translation>connect と併用: そのクライアントの設定から Glovebox を取り除きます。</translation>
    </message>
    <message>
        <source>Write: glovebox connect CLIENT [--dry-run|--remove].</source>
        <translation>書式: glovebox connect CLIENT [--dry-run|--remove]。</translation>
    </message>
    <message>
        <source>--dry-run and --remove go with connect only.</source>
        <translation>--dry-run と --remove は connect とだけ使えます。</translation>
    </message>
    <message>
        <source>Write: glovebox journal verify, or glovebox journal export [jsonl|md|ipynb|html].</source>
        <translation>使い方：glovebox journal verify または glovebox journal export [jsonl|md|ipynb|html]</translation>
    </message>
    <message>
        <source>Runs Python that language models wrote, in a sealed sandbox, after you allowed it.

glovebox key add NAME [--address] | key list | key revoke NAME
glovebox connect CLIENT [--dry-run|--remove]
glovebox journal verify | journal export [jsonl|md|ipynb|html]</source>
        <translation>言語モデルが書いた Python を、許可を得てから、密閉したサンドボックスで実行します。

glovebox key add NAME [--address] | key list | key revoke NAME
glovebox connect CLIENT [--dry-run|--remove]
glovebox journal verify | journal export [jsonl|md|ipynb|html]</translation>
    </message>
    <message>
        <source>--%1 names nothing.</source>
        <translation>--%1 の値が空です。</translation>
    </message>
</context>
<context>
    <name>glovebox::Commands</name>
    <message>
        <source>Key of “%1”, shown only now. Glovebox stores its hash.</source>
        <translation>「%1」のキー。表示は今回だけです。Glovebox が保存するのはハッシュのみです。</translation>
    </message>
    <message>
        <source>Address with the key in it:</source>
        <translation>キーを含むアドレス:</translation>
    </message>
    <message>
        <source>For Claude Code:</source>
        <translation>Claude Code の場合:</translation>
    </message>
    <message>
        <source>revoked</source>
        <translation>取り消し済み</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>有効</translation>
    </message>
    <message>
        <source>No valid key is named “%1”. `glovebox key list` shows them.</source>
        <translation>「%1」という名前の有効なキーはありません。一覧は `glovebox key list` で表示します。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) checked, nothing was changed.</source>
        <translation>
            <numerusform>%n 行を検査しました。改変はありません。</numerusform>
        </translation>
    </message>
    <message>
        <source>Standard output cannot be written.</source>
        <translation>標準出力に書き込めません。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) checked, nothing was changed.</source>
        <translation>
            <numerusform>%n ファイルを確かめました。変更はありません。</numerusform>
        </translation>
    </message>
    <message>
        <source>The key is a password: keep what this output went to from other accounts. For a file: `chmod 600 FILE`, or `umask 077` beforehand.</source>
        <translation>キーはパスワードと同じです。出力先をほかのアカウントから読めないようにしてください。ファイルの場合は `chmod 600 FILE`、または事前に `umask 077` を実行します。</translation>
    </message>
</context>
<context>
    <name>glovebox::ConnectCommand</name>
    <message>
        <source>%1 is not connected to Glovebox.</source>
        <translation>%1 は Glovebox に接続されていません。</translation>
    </message>
    <message>
        <source>Glovebox is not running, so the connection was not tested.</source>
        <translation>Glovebox が動作していないため、接続をテストしていません。</translation>
    </message>
    <message>
        <source>The test failed, so nothing was written.</source>
        <translation>テストに失敗したため、何も書き込んでいません。</translation>
    </message>
    <message>
        <source>Restart %1 once after connecting.</source>
        <translation>接続後に %1 を再起動してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::Connector</name>
    <message>
        <source>Glovebox does not listen, so only glovebox-bridge can reach it.</source>
        <translation>Glovebox は受付停止中のため、glovebox-bridge からのみ接続できます。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>あなた</translation>
    </message>
    <message>
        <source>Python did not answer. The journal has the run %1.</source>
        <translation>Python が応答しませんでした。実行記録に実行 %1 があります。</translation>
    </message>
    <message>
        <source>The configuration of %1 changed since it was shown. Nothing was written; look at it again.</source>
        <translation>%1 の設定は表示後に変わりました。何も書き込んでいません。もう一度確認してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::Controls</name>
    <message>
        <source>a former client</source>
        <translation>以前のクライアント</translation>
    </message>
</context>
<context>
    <name>glovebox::Desktop</name>
    <message>
        <source>Glovebox cannot start</source>
        <translation>Glovebox を起動できません</translation>
    </message>
    <message numerus="yes">
        <source>Listening on a new port, and %n clients were given it. Restart them once.</source>
        <translation>
            <numerusform>新しいポートで受付中です。クライアント %n 件の設定を更新しました。それぞれ再起動してください。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) to review</source>
        <translation>
            <numerusform>確認待ちの変更 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>You</source>
        <translation>あなた</translation>
    </message>
    <message numerus="yes">
        <source>%1 ran %n times under this permission.</source>
        <translation>
            <numerusform>%1 がこの許可で %n 回実行しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>取り消す</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>コピーしました。</translation>
    </message>
    <message>
        <source>Diagnostics were copied. Read them through before you send them.</source>
        <translation>診断情報をコピーしました。送る前に内容を確認してください。</translation>
    </message>
    <message>
        <source>The language changes when the code that you edit was decided.</source>
        <translation>編集中のコードの判断が済むと、言語が切り替わります。</translation>
    </message>
    <message>
        <source>That is not the name of a package.</source>
        <translation>パッケージの名前ではありません。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>ライセンス</translation>
    </message>
    <message>
        <source>What it is made of</source>
        <translation>構成部品</translation>
    </message>
    <message>
        <source>Licences of its parts</source>
        <translation>部品のライセンス</translation>
    </message>
</context>
<context>
    <name>glovebox::Preferences</name>
    <message>
        <source>Choose one minute at least, or 0 to wait for ever.</source>
        <translation>1 分以上、または 0（待ち続ける）にしてください。</translation>
    </message>
    <message>
        <source>“%1” is not understood. Write a name, “=” and 1 to %2 seconds, as in “cline=50”.</source>
        <translation>「%1」は解釈できません。「cline=50」のように、名前、「=」、1～%2 秒の数を書いてください。</translation>
    </message>
    <message>
        <source>There is no setting “%1”.</source>
        <translation>設定「%1」はありません。</translation>
    </message>
    <message>
        <source>A whole number is needed.</source>
        <translation>整数を入力してください。</translation>
    </message>
    <message>
        <source>A number from %1 to %2 is needed.</source>
        <translation>%1～%2 の数を入力してください。</translation>
    </message>
    <message>
        <source>“%1” cannot be chosen here.</source>
        <translation>「%1」はここでは選べません。</translation>
    </message>
    <message>
        <source>Something runs or waits. It can be started anew when nothing does.</source>
        <translation>実行中または確認待ちのものがあります。なくなれば起動し直せます。</translation>
    </message>
</context>
<context>
    <name>glovebox::Records</name>
    <message>
        <source>The code of %1 was removed.</source>
        <translation>%1 のコードは削除されています。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>あなた</translation>
    </message>
    <message>
        <source>Its run was not taken.</source>
        <translation>その実行は受け付けられませんでした。</translation>
    </message>
    <message>
        <source>Its only run is over.</source>
        <translation>ただ 1 回の実行は終わっています。</translation>
    </message>
</context>
<context>
    <name>glovebox::Scratch</name>
    <message>
        <source>Glovebox is closing.</source>
        <translation>Glovebox を終了しています。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>あなた</translation>
    </message>
    <message>
        <source>Python did not start.</source>
        <translation>Python を起動できませんでした。</translation>
    </message>
    <message>
        <source>The session was closed.</source>
        <translation>セッションは閉じられました。</translation>
    </message>
    <message>
        <source>The table has more than 64 MiB as text. Filter it, or let code write the file.</source>
        <translation>表はテキストにすると 64 MiB を超えます。絞り込むか、コードでファイルに書き出してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::approval::Grants</name>
    <message>
        <source>asks for another folder: %1</source>
        <translation>別のフォルダーを要求: %1</translation>
    </message>
    <message>
        <source>asks to write to %1 at once</source>
        <translation>%1 への即時の書き込みを要求</translation>
    </message>
    <message>
        <source>asks to write to %1</source>
        <translation>%1 への書き込みを要求</translation>
    </message>
    <message>
        <source>asks for another package: %1 %2</source>
        <translation>別のパッケージを要求: %1 %2</translation>
    </message>
    <message>
        <source>asks for more time: %1 s, was %2 s</source>
        <translation>時間の延長を要求: %1 秒（許可時は %2 秒）</translation>
    </message>
    <message>
        <source>asks for more memory: %1 MB, was %2 MB</source>
        <translation>メモリの追加を要求: %1 MB（許可時は %2 MB）</translation>
    </message>
    <message>
        <source>This request can be allowed once only.</source>
        <translation>この要求を許可できるのは 1 回だけです。</translation>
    </message>
    <message>
        <source>A folder that is written at once can be permitted for one session only.</source>
        <translation>すぐに書き込まれるフォルダーは 1 つのセッションにだけ許可できます。</translation>
    </message>
    <message>
        <source>its code could not be read</source>
        <translation>コードを調べられない</translation>
    </message>
    <message>
        <source>its code has a new kind of note</source>
        <translation>コードに新しい種類の注意がある</translation>
    </message>
</context>
<context>
    <name>glovebox::approval::Queue</name>
    <message>
        <source>This request is no longer waiting.</source>
        <translation>この要求はもう確認待ちではありません。</translation>
    </message>
    <message>
        <source>This request changed after it was shown. Look at it again.</source>
        <translation>この要求は表示後に変わりました。もう一度確認してください。</translation>
    </message>
    <message>
        <source>This request can be allowed once only.</source>
        <translation>この要求を許可できるのは 1 回だけです。</translation>
    </message>
    <message>
        <source>A note has at most %1 characters.</source>
        <translation>理由は %1 文字までです。</translation>
    </message>
    <message>
        <source>What was changed by hand can be allowed once only.</source>
        <translation>手で変更したものを許可できるのは 1 回だけです。</translation>
    </message>
    <message>
        <source>This request is not for a folder.</source>
        <translation>これはフォルダーの要求ではありません。</translation>
    </message>
    <message>
        <source>Only code can be edited before it runs.</source>
        <translation>実行前に編集できるのはコードだけです。</translation>
    </message>
    <message>
        <source>The code is longer than 1 MiB.</source>
        <translation>コードが 1 MiB を超えています。</translation>
    </message>
    <message>
        <source>The code has characters that cannot be sent.</source>
        <translation>コードに送れない文字があります。</translation>
    </message>
    <message>
        <source>The code is still being looked at.</source>
        <translation>コードを調べています。</translation>
    </message>
    <message>
        <source>The edited code is still being looked at.</source>
        <translation>編集後のコードを確認中です。</translation>
    </message>
    <message>
        <source>Your rules refuse what the edited code does: %1</source>
        <translation>設定した規則が編集後のコードの動作を拒否しています: %1</translation>
    </message>
    <message>
        <source>You set that %1 is asked each time. Change that in Clients first.</source>
        <translation>%1 は毎回確認する設定です。先に［クライアント］で変更してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::journal</name>
    <message>
        <source>another program holds it</source>
        <translation>ほかのプログラムが使用中です</translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation>ファイルに書き込めません</translation>
    </message>
    <message>
        <source>the disk reports an error</source>
        <translation>ディスクでエラーが起きました</translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation>ファイルが壊れています</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>ディスクがいっぱいです</translation>
    </message>
    <message>
        <source>the file cannot be opened</source>
        <translation>ファイルを開けません</translation>
    </message>
    <message>
        <source>The journal needs SQLite %1 or newer, and this computer has %2. Update it (on Debian: the package libsqlite3-0).</source>
        <translation>記録には SQLite %1 以降が必要ですが、このコンピューターにあるのは %2 です。更新してください（Debian ではパッケージ libsqlite3-0）。</translation>
    </message>
</context>
<context>
    <name>glovebox::journal::FileLock</name>
    <message>
        <source>another Glovebox uses this profile</source>
        <translation>別の Glovebox がこのプロファイルを使用中です</translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::FolderEditor</name>
    <message>
        <source>“%1” was changed in the folder meanwhile.</source>
        <translation>「%1」はその間にフォルダー側で変更されました。</translation>
    </message>
    <message>
        <source>The folder was deleted or is not there any more.</source>
        <translation>フォルダーが削除されたか、なくなっています。</translation>
    </message>
    <message>
        <source>The disk is full: “%1” stays as it was.</source>
        <translation>ディスクがいっぱいです。「%1」は元のままです。</translation>
    </message>
    <message>
        <source>You may not change “%1”.</source>
        <translation>「%1」を変更する権限がありません。</translation>
    </message>
    <message>
        <source>“%1” stays as it was: %2.</source>
        <translation>「%1」は元のままです: %2。</translation>
    </message>
    <message>
        <source>“%1” is not empty: something in it is new, or stays.</source>
        <translation>「%1」は空ではありません。新しいもの、または残るものが入っています。</translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::MountRisk</name>
    <message>
        <source>“%1” holds the system&apos;s own switches, not files. It cannot be shared.</source>
        <translation>「%1」にあるのはファイルではなくシステムの設定です。共有できません。</translation>
    </message>
    <message>
        <source>“%1” is the whole computer. Share the folder that is needed.</source>
        <translation>「%1」はコンピューター全体です。必要なフォルダーを共有してください。</translation>
    </message>
    <message>
        <source>“%1” belongs to the system. Share a folder with your own files.</source>
        <translation>「%1」はシステムのものです。自分のファイルのあるフォルダーを共有してください。</translation>
    </message>
    <message>
        <source>“%1” holds everything of yours, keys and passwords among it. Better share only the folder that is needed.</source>
        <translation>「%1」には、鍵やパスワードを含むあなたのすべてのファイルがあります。必要なフォルダーだけを共有するほうが安全です。</translation>
    </message>
    <message>
        <source>“%1” holds keys, passwords or settings that programs obey (%2). Better share another folder.</source>
        <translation>「%1」には、鍵、パスワード、またはプログラムの動作を決める設定があります（%2）。別のフォルダーを共有するほうが安全です。</translation>
    </message>
    <message>
        <source>“%1” lies in Glovebox&apos;s own data. Share a folder beside it.</source>
        <translation>「%1」は Glovebox 自身のデータの中にあります。別のフォルダーを共有してください。</translation>
    </message>
    <message>
        <source>“%1” contains Glovebox&apos;s own data or lies in it. Share a folder beside it.</source>
        <translation>「%1」は Glovebox 自身のデータを含むか、その中にあります。別のフォルダーを共有してください。</translation>
    </message>
    <message>
        <source>“%1” belongs to the system. Better share a folder with your own files.</source>
        <translation>「%1」はシステムのものです。自分のファイルのあるフォルダーを共有するほうが安全です。</translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::MountTable</name>
    <message>
        <source>There is no folder “%1”. Modes after the path are :ro, :staged and :rw.</source>
        <translation>フォルダー「%1」はありません。パスの後に付けるモードは :ro、:staged、:rw です。</translation>
    </message>
    <message>
        <source>“%1” is not a folder. Give the folder that holds it.</source>
        <translation>「%1」はフォルダーではありません。それを含むフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>You may not open the folder “%1”.</source>
        <translation>フォルダー「%1」を開く権限がありません。</translation>
    </message>
    <message>
        <source>The folder “%1” cannot be opened: %2.</source>
        <translation>フォルダー「%1」を開けません: %2。</translation>
    </message>
    <message>
        <source>“%1” names no folder. Write NAME=FOLDER, NAME=FOLDER:ro or NAME=FOLDER:rw.</source>
        <translation>「%1」にはフォルダーの指定がありません。NAME=FOLDER、NAME=FOLDER:ro、NAME=FOLDER:rw のように書きます。</translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a mount. A name has 1 to 32 of a-z, 0-9, “_” and “-”.</source>
        <translation>「%1」はマウントの名前に使えません。名前は a-z、0-9、「_」、「-」からなる 1 ～ 32 文字です。</translation>
    </message>
    <message>
        <source>The mount “%1” names no folder.</source>
        <translation>マウント「%1」にはフォルダーの指定がありません。</translation>
    </message>
    <message>
        <source>“%1” is already the name of the mount of %2. Choose another name.</source>
        <translation>「%1」は %2 のマウントの名前として使われています。別の名前にしてください。</translation>
    </message>
    <message>
        <source>the folder was deleted</source>
        <translation>フォルダーが削除されました</translation>
    </message>
    <message>
        <source>%1 To share it all the same, say so a second time (--share-sensitive %2).</source>
        <translation>%1 それでも共有する場合は、改めて指定してください（--share-sensitive %2）。</translation>
    </message>
    <message>
        <source>There is no mount “%1”.</source>
        <translation>マウント「%1」はありません。</translation>
    </message>
    <message>
        <source>its drive is not mounted</source>
        <translation>ドライブがマウントされていません</translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::Staging</name>
    <message>
        <source>The folder is not there.</source>
        <translation>フォルダーがありません。</translation>
    </message>
    <message>
        <source>The folder&apos;s own “%1” was changed since.</source>
        <translation>フォルダー側の「%1」はその後変更されています。</translation>
    </message>
    <message>
        <source>The folder has got its own “%1” since.</source>
        <translation>その後、フォルダー側にも「%1」ができています。</translation>
    </message>
    <message>
        <source>“%1” is no staged change.</source>
        <translation>「%1」は確認待ちの変更ではありません。</translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation>「%1」を読み取れません。</translation>
    </message>
    <message>
        <source>The folder that holds “%1” was not applied.</source>
        <translation>「%1」を含むフォルダーが反映されていません。</translation>
    </message>
    <message>
        <source>“%1” is not in the folder any more.</source>
        <translation>「%1」はもうフォルダーにありません。</translation>
    </message>
    <message>
        <source>A link in “%1” would lead out of the mounted folder.</source>
        <translation>「%1」の中のリンクが、マウントしたフォルダーの外を指すことになります。</translation>
    </message>
    <message>
        <source>The link “%1” would lead out of the mounted folder.</source>
        <translation>リンク「%1」が、マウントしたフォルダーの外を指すことになります。</translation>
    </message>
    <message>
        <source>A run is writing “%1” at this moment.</source>
        <translation>いま実行中のものが「%1」に書き込んでいます。</translation>
    </message>
    <message>
        <source>The staged file “%1” cannot be read.</source>
        <translation>確認待ちのファイル「%1」を読み取れません。</translation>
    </message>
    <message>
        <source>The folder “%1” is not there. Add it again as “%2”, then apply.</source>
        <translation>フォルダー「%1」がありません。「%2」という名前でもう一度追加してから反映してください。</translation>
    </message>
    <message>
        <source>“%1” was staged after you looked.</source>
        <translation>「%1」は、確認したあとにステージされました。</translation>
    </message>
    <message>
        <source>“%1” was written again after you looked.</source>
        <translation>「%1」は、確認したあとに再び書き込まれました。</translation>
    </message>
    <message>
        <source>“%1” was written while it was being applied.</source>
        <translation>「%1」は、適用中に書き込まれました。</translation>
    </message>
    <message>
        <source>“%1” could not be discarded: %2.</source>
        <translation>「%1」を破棄できませんでした: %2。</translation>
    </message>
    <message>
        <source>“%1” stays staged: what is discarded could not be kept (%2).</source>
        <translation>「%1」は確認待ちのままです: 破棄する内容を保持できませんでした（%2）。</translation>
    </message>
    <message>
        <source>“%1” is not kept any more.</source>
        <translation>「%1」はもう保持されていません。</translation>
    </message>
    <message>
        <source>“%1” was staged again since.</source>
        <translation>「%1」はその後また書き込まれました。</translation>
    </message>
    <message>
        <source>The folder that holds “%1” is not there any more.</source>
        <translation>「%1」のあるフォルダーがもうありません。</translation>
    </message>
    <message>
        <source>The folder that holds “%1” is another one by now.</source>
        <translation>「%1」のあるフォルダーは別のものになっています。</translation>
    </message>
    <message>
        <source>There is no room in the stage. Apply or discard something first.</source>
        <translation>確認待ちの領域に空きがありません。先に何かを反映または破棄してください。</translation>
    </message>
    <message>
        <source>“%1” could not be staged again: %2.</source>
        <translation>「%1」を確認待ちに戻せませんでした: %2。</translation>
    </message>
    <message>
        <source>The folder&apos;s own “%1” is not there any more.</source>
        <translation>フォルダーの「%1」はもうありません。</translation>
    </message>
    <message>
        <source>The folder&apos;s own “%1” was changed while you edited.</source>
        <translation>編集中にフォルダーの「%1」が変更されました。</translation>
    </message>
    <message>
        <source>“%1” could not be written: %2.</source>
        <translation>「%1」に書き込めませんでした: %2。</translation>
    </message>
    <message>
        <source>What was discarded is not kept any more.</source>
        <translation>破棄した内容はもう保持されていません。</translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::UndoHistory</name>
    <message>
        <source>The run did not change “%1”.</source>
        <translation>この実行は「%1」を変更していません。</translation>
    </message>
    <message>
        <source>The folder of mount “%1” is not there.</source>
        <translation>マウント「%1」のフォルダーがありません。</translation>
    </message>
    <message>
        <source>The run is still running.</source>
        <translation>まだ実行中です。</translation>
    </message>
    <message>
        <source>What “%1” was before was too large to be kept.</source>
        <translation>「%1」の変更前の内容は、大きすぎるため保存していません。</translation>
    </message>
    <message>
        <source>“%1” was changed since.</source>
        <translation>「%1」はその後変更されています。</translation>
    </message>
    <message>
        <source>Nothing is kept of that run.</source>
        <translation>その実行について保存しているものはありません。</translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation>「%1」を読み取れません。</translation>
    </message>
</context>
<context>
    <name>glovebox::settings</name>
    <message>
        <source>The endpoint file %1 cannot be written.</source>
        <translation>接続先ファイル %1 に書き込めません。</translation>
    </message>
    <message>
        <source>The profile folder %1 cannot be made.</source>
        <translation>プロファイルのフォルダー %1 を作成できません。</translation>
    </message>
    <message>
        <source>The profile folder %1 cannot be read.</source>
        <translation>プロファイルのフォルダー %1 を読み取れません。</translation>
    </message>
    <message>
        <source>The profile %1 is not a folder. Name another one with --profile.</source>
        <translation>プロファイル %1 はフォルダーではありません。--profile で別のものを指定してください。</translation>
    </message>
    <message>
        <source>The profile folder %1 belongs to another account. Name another one with --profile.</source>
        <translation>プロファイルのフォルダー %1 は別のアカウントのものです。--profile で別のものを指定してください。</translation>
    </message>
    <message>
        <source>There is no home folder for the profile. Name one with --profile.</source>
        <translation>プロファイル用のホームフォルダーがありません。--profile で指定してください。</translation>
    </message>
    <message>
        <source>The settings in %1 were written by a newer version of Glovebox.</source>
        <translation>%1 の設定は、より新しい Glovebox が書いたものです。</translation>
    </message>
    <message>
        <source>The settings in %1 cannot be read. Mend the file, or move it away to begin anew.</source>
        <translation>%1 の設定を読み取れません。ファイルを直すか、移動して初期状態から始めてください。</translation>
    </message>
    <message>
        <source>The settings in %1 cannot be opened.</source>
        <translation>%1 の設定を開けません。</translation>
    </message>
    <message>
        <source>%1 could not be changed: %2</source>
        <translation>%1 を変更できません: %2</translation>
    </message>
    <message>
        <source>Other accounts can enter the profile folder %1. Close it with: %2</source>
        <translation>ほかのアカウントがプロファイルのフォルダー %1 に入れます。次のコマンドで閉じてください: %2</translation>
    </message>
</context>
<context>
    <name>glovebox::settings::ConnectionTest</name>
    <message>
        <source>Nothing answers at %1. Start Glovebox, or choose another port.</source>
        <translation>%1 から応答がありません。Glovebox を起動するか、別のポートを選んでください。</translation>
    </message>
    <message>
        <source>The key was refused. Make a new one.</source>
        <translation>キーが拒否されました。新しいキーを作成してください。</translation>
    </message>
    <message>
        <source>Something else answers at %1. Choose another port.</source>
        <translation>%1 では別のプログラムが応答しています。別のポートを選んでください。</translation>
    </message>
    <message>
        <source>glovebox-bridge could not be started. Install Glovebox again.</source>
        <translation>glovebox-bridge を起動できません。Glovebox を再インストールしてください。</translation>
    </message>
    <message>
        <source>Glovebox did not answer within 30 seconds. Test again.</source>
        <translation>Glovebox が 30 秒以内に応答しませんでした。再テストしてください。</translation>
    </message>
</context>
<context>
    <name>glovebox::settings::Settings</name>
    <message>
        <source>The settings cannot be written to %1.</source>
        <translation>設定を %1 に書き込めません。</translation>
    </message>
</context>
<context>
    <name>glovebox::settings::SingleInstance</name>
    <message>
        <source>Glovebox already runs with this profile but does not answer. End it, or name another profile with --profile.</source>
        <translation>このプロファイルで Glovebox が動作中ですが、応答がありません。終了させるか、--profile で別のプロファイルを指定してください。</translation>
    </message>
    <message>
        <source>The local socket of the profile cannot be made.</source>
        <translation>プロファイルのローカルソケットを作成できません。</translation>
    </message>
</context>
<context>
    <name>glovebox::tools::ShownCells</name>
    <message>
        <source>The cell has more than 1 MiB.</source>
        <translation>セルが 1 MiB を超えています。</translation>
    </message>
    <message numerus="yes">
        <source>%n cells are shown to this client already. Take one back first.</source>
        <translation>
            <numerusform>このクライアントにはすでに %n 個のセルを見せています。先に 1 つ取り下げてください。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::AboutBox</name>
    <message>
        <source>About Glovebox</source>
        <translation>Glovebox について</translation>
    </message>
    <message>
        <source>Glovebox %1</source>
        <translation>Glovebox %1</translation>
    </message>
    <message>
        <source>Runs Python that language models write inside a sealed sandbox. Nothing runs here without you.</source>
        <translation>言語モデルが書いた Python を、密閉したサンドボックスの中で実行します。あなたの許可なしには何も実行されません。</translation>
    </message>
    <message>
        <source>Free software under the MIT licence, without any warranty. Parts of others keep their own licences.</source>
        <translation>MIT ライセンスのフリーソフトウェアで、無保証です。同梱の他の部分にはそれぞれのライセンスが適用されます。</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copy the versions</source>
        <translation>バージョンをコピー</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>診断情報をコピー</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ApprovalWindow</name>
    <message>
        <source>Glovebox — waiting for you</source>
        <translation>Glovebox — 確認待ち</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::AskHeader</name>
    <message>
        <source>Keep waiting</source>
        <translation>延長する</translation>
    </message>
    <message>
        <source>%1 left, then “no answer”</source>
        <translation>残り %1、以後は「応答なし」</translation>
    </message>
    <message>
        <source>Time left %1</source>
        <translation>残り時間 %1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Without an answer until %1 nothing runs.</source>
        <translation>%1 までに応答がなければ何も実行しません。</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>残り %1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::BatchView</name>
    <message>
        <source>Adds 10 minutes to each</source>
        <translation>それぞれ 10 分延長</translation>
    </message>
    <message>
        <source>Requests to review together</source>
        <translation>まとめて確認する要求</translation>
    </message>
    <message>
        <source>Ticked runs must have been on screen. Runs that reach somewhere new are decided alone. Later requests never join.</source>
        <translation>チェックできるのは画面に表示した実行だけです。新しい範囲に及ぶ実行は個別に判断します。後から来た要求は加わりません。</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>1 件ずつ</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>後で</translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>seen</source>
        <translation>確認済み</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>未確認</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新規</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 asks for %n runs</source>
        <translation>
            <numerusform>%1 が %n 件の実行を求めています</numerusform>
        </translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation>セッション %1</translation>
    </message>
    <message numerus="yes">
        <source>reach of the %n ticked runs together</source>
        <translation>
            <numerusform>選択した %n 件を合わせた範囲</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allow these %n</source>
        <translation>
            <numerusform>この %n 件を許可</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny these %n</source>
        <translation>
            <numerusform>この %n 件を拒否</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CellOutput</name>
    <message>
        <source>Send</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Output of the cell</source>
        <translation>セルの出力</translation>
    </message>
    <message>
        <source>Type an answer for input()</source>
        <translation>input() への回答を入力</translation>
    </message>
    <message>
        <source>Run the cell to open its page.</source>
        <translation>ページを開くにはセルを実行してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CellRunner</name>
    <message>
        <source>Only code runs.</source>
        <translation>実行できるのはコードだけです。</translation>
    </message>
    <message>
        <source>This notebook is written in %1, which does not run here.</source>
        <translation>このノートブックは %1 で書かれており、ここでは実行できません。</translation>
    </message>
    <message>
        <source>This cell is longer than 1 MiB. Split it, or read the data from a file.</source>
        <translation>このセルは 1 MiB を超えています。分割するか、データをファイルから読み込んでください。</translation>
    </message>
    <message>
        <source>Choose a session first.</source>
        <translation>先にセッションを選んでください。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CellView</name>
    <message>
        <source>next: %1</source>
        <translation>次: %1</translation>
    </message>
    <message>
        <source>Run this cell</source>
        <translation>このセルを実行</translation>
    </message>
    <message>
        <source>Kind of this cell</source>
        <translation>このセルの種類</translation>
    </message>
    <message>
        <source>Remove this cell</source>
        <translation>このセルを削除</translation>
    </message>
    <message>
        <source>More</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Run all above</source>
        <translation>上をすべて実行</translation>
    </message>
    <message>
        <source>Run this and all below</source>
        <translation>これ以降をすべて実行</translation>
    </message>
    <message>
        <source>Cut cell</source>
        <translation>セルを切り取り</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>セルをコピー</translation>
    </message>
    <message>
        <source>Insert above</source>
        <translation>上に挿入</translation>
    </message>
    <message>
        <source>Insert below</source>
        <translation>下に挿入</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上へ移動</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下へ移動</translation>
    </message>
    <message>
        <source>Split at the cursor</source>
        <translation>カーソル位置で分割</translation>
    </message>
    <message>
        <source>Merge with the cell below</source>
        <translation>下のセルと結合</translation>
    </message>
    <message>
        <source>Show output</source>
        <translation>出力を表示</translation>
    </message>
    <message>
        <source>Fold output</source>
        <translation>出力を折りたたむ</translation>
    </message>
    <message>
        <source>Clear output</source>
        <translation>出力を消す</translation>
    </message>
    <message>
        <source>Show this cell to a client…</source>
        <translation>このセルをクライアントに見せる…</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>そのまま</translation>
    </message>
    <message>
        <source>Cell %1, %2</source>
        <translation>セル %1、%2</translation>
    </message>
    <message>
        <source>Type Python here. Shift+Enter runs it.</source>
        <translation>ここに Python を入力。Shift+Enter で実行します。</translation>
    </message>
    <message>
        <source>Type %1 here. Shift+Enter runs it.</source>
        <translation>ここに %1 を入力。Shift+Enter で実行します。</translation>
    </message>
    <message>
        <source>Type text here, as Markdown. Esc shows it.</source>
        <translation>ここに Markdown で文章を入力。Esc で表示します。</translation>
    </message>
    <message>
        <source>Stop this cell</source>
        <translation>このセルを停止</translation>
    </message>
    <message>
        <source>Output is folded</source>
        <translation>出力は折りたたまれています</translation>
    </message>
    <message>
        <source>Drag moves this cell.</source>
        <translation>ドラッグするとこのセルを移動できます。</translation>
    </message>
    <message>
        <source>Changed since it ran. Drag moves this cell.</source>
        <translation>実行後に変更されています。ドラッグするとこのセルを移動できます。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ChangeList</name>
    <message>
        <source>Changed files</source>
        <translation>変更されたファイル</translation>
    </message>
    <message>
        <source>Mount</source>
        <translation>マウント</translation>
    </message>
    <message>
        <source>Whose changes</source>
        <translation>変更元</translation>
    </message>
    <message>
        <source>Filter files</source>
        <translation>ファイルを絞り込む</translation>
    </message>
    <message>
        <source>Keep the folder&apos;s</source>
        <translation>フォルダー側を残す</translation>
    </message>
    <message>
        <source>Discards what the client wrote</source>
        <translation>クライアントが書いた内容を破棄します</translation>
    </message>
    <message>
        <source>Use the client&apos;s</source>
        <translation>クライアント側を使う</translation>
    </message>
    <message>
        <source>Overwrites the file in the folder</source>
        <translation>フォルダーのファイルを上書きします</translation>
    </message>
    <message>
        <source>Compare all three</source>
        <translation>3 つを比較</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>編集…</translation>
    </message>
    <message>
        <source>Puts both sides&apos; changes together for you to edit</source>
        <translation>両方の変更をまとめて編集します</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ChangeTree</name>
    <message>
        <source>The file could not be read.</source>
        <translation>ファイルを読み取れませんでした。</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移動</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>変更 %n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientFolders</name>
    <message>
        <source>No folders shared.</source>
        <translation>共有フォルダーはありません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientList</name>
    <message>
        <source>Clients on this computer</source>
        <translation>このコンピューターのクライアント</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientPackages</name>
    <message>
        <source>All, as the rules for everybody have it</source>
        <translation>すべて（共通の規則に従う）</translation>
    </message>
    <message>
        <source>None beside those blocked for everybody</source>
        <translation>なし（共通の禁止を除く）</translation>
    </message>
    <message>
        <source>As for everybody</source>
        <translation>全クライアント共通の規則</translation>
    </message>
    <message>
        <source>Only those that come with Glovebox</source>
        <translation>Glovebox に同梱のものだけ</translation>
    </message>
    <message>
        <source>None; imports load those that come with Glovebox</source>
        <translation>なし（同梱のものは import で読み込み）</translation>
    </message>
    <message>
        <source>From where</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>Only these names</source>
        <translation>この名前だけ</translation>
    </message>
    <message>
        <source>Never these names</source>
        <translation>この名前は不可</translation>
    </message>
    <message>
        <source>Names with commas between them; * stands for anything, as in django*.</source>
        <translation>名前をカンマで区切ります。* は任意の文字列です（例: django*）。</translation>
    </message>
    <message>
        <source>“%1” is not the name of a package.</source>
        <translation>「%1」はパッケージ名ではありません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientsModel</name>
    <message>
        <source>Connected</source>
        <translation>接続済み</translation>
    </message>
    <message>
        <source>Found, not connected</source>
        <translation>検出済み・未接続</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未検出</translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation>最終呼び出し %1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientsPage</name>
    <message>
        <source>Clients</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>このコンピューター</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>再検出</translation>
    </message>
    <message>
        <source>How it connects</source>
        <translation>接続方法</translation>
    </message>
    <message>
        <source>HTTP on this computer</source>
        <translation>HTTP（このコンピューター内）</translation>
    </message>
    <message>
        <source>Starts glovebox-bridge</source>
        <translation>glovebox-bridge を起動</translation>
    </message>
    <message>
        <source>for clients that cannot speak HTTP</source>
        <translation>HTTP 非対応のクライアント向け</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>書き込む内容</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>キーをコピー</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>接続を解除</translation>
    </message>
    <message>
        <source>Copy instead</source>
        <translation>コピーする</translation>
    </message>
    <message>
        <source>Write and connect</source>
        <translation>書き込んで接続</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>接続をテスト</translation>
    </message>
    <message>
        <source>Show key</source>
        <translation>キーを表示</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>コピーしました。</translation>
    </message>
    <message>
        <source>The lines are copied. Paste them into the client’s configuration.</source>
        <translation>内容をコピーしました。クライアントの設定に貼り付けてください。</translation>
    </message>
    <message>
        <source>%1 is connected. Restart it once.</source>
        <translation>%1 を接続しました。一度再起動してください。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>%1 is no longer connected.</source>
        <translation>%1 の接続を解除しました。</translation>
    </message>
    <message>
        <source>%1 is connected</source>
        <translation>%1 は接続済み</translation>
    </message>
    <message>
        <source>Connect %1</source>
        <translation>%1 を接続</translation>
    </message>
    <message>
        <source>This client cannot speak HTTP.</source>
        <translation>このクライアントは HTTP に対応していません。</translation>
    </message>
    <message>
        <source>Glovebox does not listen.</source>
        <translation>Glovebox は受付停止中です。</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n ファイル</numerusform>
        </translation>
    </message>
    <message>
        <source>A copy of the old file is kept. Undo is one click. Restart %1 once after connecting.</source>
        <translation>控えを残し、1 クリックで元に戻せます。接続後に %1 を再起動してください。</translation>
    </message>
    <message>
        <source>Write and connect %1</source>
        <translation>書き込んで %1 を接続</translation>
    </message>
    <message>
        <source>Disconnect %1</source>
        <translation>%1 の接続を解除</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>再テスト</translation>
    </message>
    <message>
        <source>Glovebox connects to itself the way %1 will, with the new key.</source>
        <translation>%1 と同じ方法・新しいキーで Glovebox 自身に接続します。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Key %1</source>
        <translation>キー %1</translation>
    </message>
    <message>
        <source>Hide the key</source>
        <translation>キーを隠す</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>キーを表示</translation>
    </message>
    <message>
        <source>Only for %1. Glovebox stores its hash; revoke it any time.</source>
        <translation>%1 専用。保存するのはハッシュのみ。いつでも取り消せます。</translation>
    </message>
    <message>
        <source>It is made for the test, only for %1.</source>
        <translation>テストのときに %1 専用のキーを作成します。</translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation>Glovebox</translation>
    </message>
    <message>
        <source>Disconnect %1?</source>
        <translation>%1 の接続を解除しますか？</translation>
    </message>
    <message>
        <source>Its entry is taken out of its configuration, and its key ends at once.</source>
        <translation>設定から Glovebox の項目を取り除き、キーを直ちに無効にします。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Another client…</source>
        <translation>その他のクライアント…</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Ask before every run</source>
        <translation>毎回確認する</translation>
    </message>
    <message>
        <source>Ask before every run, offer no standing permission</source>
        <translation>毎回確認する（継続の許可なし）</translation>
    </message>
    <message>
        <source>Folders it may use</source>
        <translation>使えるフォルダー</translation>
    </message>
    <message>
        <source>No folders shared.</source>
        <translation>共有フォルダーはありません。</translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation>最終呼び出し %1</translation>
    </message>
    <message>
        <source>used %1</source>
        <translation>使用: %1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientsScreen</name>
    <message>
        <source>Clients</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Address and keys</source>
        <translation>アドレスとキー</translation>
    </message>
    <message>
        <source>Standing permissions %1</source>
        <translation>継続の許可 %1</translation>
    </message>
    <message>
        <source>Standing permissions</source>
        <translation>継続の許可</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeEditor</name>
    <message>
        <source>Edit the code before it runs</source>
        <translation>実行前にコードを編集</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeHelp</name>
    <message>
        <source>Nothing fits here.</source>
        <translation>候補はありません。</translation>
    </message>
    <message numerus="yes">
        <source>%n completion(s)</source>
        <translation>
            <numerusform>候補 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known of this yet.</source>
        <translation>まだ何も分かっていません。</translation>
    </message>
    <message>
        <source>Python is busy. Ask again when the run has ended.</source>
        <translation>Python は実行中です。実行が終わってからもう一度試してください。</translation>
    </message>
    <message>
        <source>Python took too long to answer.</source>
        <translation>Python の応答に時間がかかりすぎました。</translation>
    </message>
    <message>
        <source>The session has ended. Run a cell to start it again.</source>
        <translation>セッションは終了しました。セルを実行すると再び起動します。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodePane</name>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Runs exactly as approved</source>
        <translation>許可したとおりに実行</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>折り返し</translation>
    </message>
    <message>
        <source>The code that the interpreter received is not the code that was approved.</source>
        <translation>インタープリターが受け取ったコードは、許可したコードと異なります。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs exactly as written</source>
        <translation>書いたとおりに実行</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeTip</name>
    <message>
        <source>Documentation</source>
        <translation>説明</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeView</name>
    <message numerus="yes">
        <source>%n blank lines</source>
        <translation>
            <numerusform>空行 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Code, %n lines</source>
        <translation>
            <numerusform>コード、%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>hidden or look-alike character</source>
        <translation>見えない文字、または紛らわしい文字</translation>
    </message>
    <message numerus="yes">
        <source>%n more lines</source>
        <translation>
            <numerusform>あと %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more lines, 1 note</source>
        <translation>
            <numerusform>あと %n 行、指摘 1 件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more lines, %1 notes</source>
        <translation>
            <numerusform>あと %n 行、指摘 %1 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Line %1, note: %2</source>
        <translation>%1 行目、指摘: %2</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CompletionList</name>
    <message>
        <source>Completions</source>
        <translation>補完候補</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ConnectModel</name>
    <message>
        <source>Address answers</source>
        <translation>アドレスが応答</translation>
    </message>
    <message>
        <source>Key is accepted</source>
        <translation>キーを受理</translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation>ハンドシェイク</translation>
    </message>
    <message>
        <source>Handshake, %1</source>
        <translation>ハンドシェイク %1</translation>
    </message>
    <message>
        <source>Tools listed</source>
        <translation>ツールを取得</translation>
    </message>
    <message numerus="yes">
        <source>%n tools listed</source>
        <translation>
            <numerusform>ツール %n 個を取得</numerusform>
        </translation>
    </message>
    <message>
        <source>1 + 1 in Python</source>
        <translation>Python で 1 + 1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ミリ秒</translation>
    </message>
    <message>
        <source>All %1 steps passed in %2 s</source>
        <translation>%1 項目すべて成功（%2 秒）</translation>
    </message>
    <message>
        <source>%1 lines added, %2 replaced</source>
        <translation>%1 行を追加、%2 行を置き換え</translation>
    </message>
    <message numerus="yes">
        <source>%n lines added, nothing else changes</source>
        <translation>
            <numerusform>%n 行を追加、ほかは変更なし</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DecisionBar</name>
    <message>
        <source>Allow</source>
        <comment>scope</comment>
        <translation>許可の範囲</translation>
    </message>
    <message>
        <source>This run only</source>
        <translation>この実行のみ</translation>
    </message>
    <message>
        <source>This session, same reach</source>
        <translation>このセッション（同じ範囲）</translation>
    </message>
    <message>
        <source>Deny with a note</source>
        <translation>理由を添えて拒否</translation>
    </message>
    <message>
        <source>Note to the client</source>
        <translation>クライアントに伝える理由</translation>
    </message>
    <message>
        <source>Without a note</source>
        <translation>理由を添えない</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>後で</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>More ways to deny</source>
        <translation>ほかの拒否方法</translation>
    </message>
    <message>
        <source>Allow this run</source>
        <translation>この実行を許可</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Deny with a note…</source>
        <translation>理由を添えて拒否…</translation>
    </message>
    <message>
        <source>Deny and pause this client</source>
        <translation>拒否してこのクライアントを一時停止</translation>
    </message>
    <message>
        <source>Nothing is remembered.</source>
        <translation>何も記憶しません。</translation>
    </message>
    <message>
        <source>%1, %2 from %3</source>
        <translation>%1、%3 の %2</translation>
    </message>
    <message>
        <source>Deny this run, %1 from %2</source>
        <translation>この実行を拒否、%2 の %1</translation>
    </message>
    <message>
        <source>Not now, %1 from %2</source>
        <translation>後で、%2 の %1</translation>
    </message>
    <message>
        <source>Close, %1 from %2</source>
        <translation>閉じる、%2 の %1</translation>
    </message>
    <message>
        <source>Ready in %1 s</source>
        <translation>%1 秒後に有効</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>有効になりました</translation>
    </message>
    <message>
        <source>30 min</source>
        <translation>30 分</translation>
    </message>
    <message>
        <source>2 hours</source>
        <translation>2 時間</translation>
    </message>
    <message>
        <source>until I quit</source>
        <translation>終了するまで</translation>
    </message>
    <message>
        <source>For how long</source>
        <translation>期間</translation>
    </message>
    <message>
        <source>Undo edit</source>
        <translation>編集を元に戻す</translation>
    </message>
    <message>
        <source>Checking your edit…</source>
        <translation>編集を確認中…</translation>
    </message>
    <message numerus="yes">
        <source>You changed %n lines. %1 will be told, and sees your version.</source>
        <translation>
            <numerusform>%n 行を変更しました。%1 に伝わり、変更後のコードが見えます。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, same reach</source>
        <translation>%1、同じ範囲</translation>
    </message>
    <message>
        <source>%1, same reach, for</source>
        <translation>%1、同じ範囲、期間</translation>
    </message>
    <message>
        <source>The client can read the folder until you take it back.</source>
        <translation>共有をやめるまで、クライアントはフォルダーを読めます。</translation>
    </message>
    <message>
        <source>Asks again for other folders, packages, new kinds of notes, or more time. Revoke it in Clients.</source>
        <translation>別のフォルダーやパッケージ、新しい種類の注意、より長い時間のときは再び確認します。取り消しは「クライアント」で行えます。</translation>
    </message>
    <message>
        <source>Allow edited code</source>
        <translation>編集したコードを許可</translation>
    </message>
    <message>
        <source>Until you take it back</source>
        <translation>取り消すまで</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DetailsPane</name>
    <message>
        <source>Details</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>終了理由</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>It calls itself</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Code from</source>
        <translation>コードの入手元</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>要求時刻</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>判断時刻</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>添えた理由</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>開始時刻</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>終了時刻</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>SHA-256 of the code approved</source>
        <translation>許可したコードの SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the code received</source>
        <translation>受け取ったコードの SHA-256</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DiffView</name>
    <message>
        <source>What will be written</source>
        <translation>書き込む内容</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DocumentTabs</name>
    <message>
        <source>Open documents</source>
        <translation>開いている文書</translation>
    </message>
    <message>
        <source>Documents to the left</source>
        <translation>左のドキュメント</translation>
    </message>
    <message>
        <source>Documents to the right</source>
        <translation>右のドキュメント</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::EmptyPage</name>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>No run is chosen.</source>
        <translation>実行が選択されていません。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>Make a key for it</source>
        <translation>キーの作成</translation>
    </message>
    <message>
        <source>Share a folder</source>
        <translation>フォルダーを共有</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>フォルダーを選ぶ…</translation>
    </message>
    <message>
        <source>or drop a folder here</source>
        <translation>またはここにドロップ</translation>
    </message>
    <message>
        <source>No network inside</source>
        <translation>内部にネットワークなし</translation>
    </message>
    <message>
        <source>The sandbox cannot reach the internet or your computer.</source>
        <translation>サンドボックスからインターネットや PC には届きません。</translation>
    </message>
    <message>
        <source>Only the folders you share</source>
        <translation>共有したフォルダーだけ</translation>
    </message>
    <message>
        <source>Read-only or read-write: you choose for each.</source>
        <translation>読み取り専用・読み書きから選べます。</translation>
    </message>
    <message>
        <source>Everything is recorded</source>
        <translation>すべてを記録</translation>
    </message>
    <message>
        <source>Code, output, decisions and changes stay in the journal.</source>
        <translation>コード・出力・判断・変更は実行記録に残ります。</translation>
    </message>
    <message>
        <source>Nothing runs here without you</source>
        <translation>あなたの許可なしには何も実行されません</translation>
    </message>
    <message>
        <source>Connect a client and share a folder. You see every run before it happens, and every file before it changes.</source>
        <translation>クライアントを接続し、フォルダーを共有しましょう。実行も、ファイルの変更も、事前にすべて確認できます。</translation>
    </message>
    <message>
        <source>Say this to your client:</source>
        <translation>クライアントにこう頼んでみてください:</translation>
    </message>
    <message>
        <source>Nothing is waiting.</source>
        <translation>確認待ちはありません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FileSection</name>
    <message>
        <source>Viewed</source>
        <translation>確認済み</translation>
    </message>
    <message>
        <source>written by %1</source>
        <translation>%1 による書き込み</translation>
    </message>
    <message>
        <source>only the beginning is compared</source>
        <translation>先頭部分のみ比較</translation>
    </message>
    <message>
        <source>too different to be compared line by line</source>
        <translation>違いが大きいため行単位では比較していません</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>統合</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>左右</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) changed</source>
        <translation>
            <numerusform>%n 行を変更</numerusform>
        </translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>セル</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>link to %1</source>
        <translation>%1 へのリンク</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 px</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>重ねる</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>変更前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>変更後</translation>
    </message>
    <message>
        <source>Compare all three</source>
        <translation>3 つを比較</translation>
    </message>
    <message>
        <source>In the folder, since the client began</source>
        <translation>フォルダー内（クライアントの開始以後）</translation>
    </message>
    <message>
        <source>By the client</source>
        <translation>クライアントによる変更</translation>
    </message>
    <message>
        <source>Keep the folder&apos;s</source>
        <translation>フォルダー側を残す</translation>
    </message>
    <message>
        <source>Use the client&apos;s</source>
        <translation>クライアント側を使う</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>編集…</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FilesPane</name>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>What the run did</source>
        <translation>実行の内容</translation>
    </message>
    <message>
        <source>wrote</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>read</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>This run touched no file of a mount.</source>
        <translation>この実行はマウントのファイルに触れていません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FindAction</name>
    <message>
        <source>Find action</source>
        <translation>操作を検索</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1、%2、%3</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FindBar</name>
    <message>
        <source>Find in output</source>
        <translation>出力内を検索</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FirstRunPage</name>
    <message>
        <source>Show the lines</source>
        <translation>内容を見る</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Show the lines for %1</source>
        <translation>%1 に書き込む内容を見る</translation>
    </message>
    <message>
        <source>Connect %1</source>
        <translation>%1 を接続</translation>
    </message>
    <message>
        <source>%1 is connected. Restart it once.</source>
        <translation>%1 を接続しました。1 度再起動してください。</translation>
    </message>
    <message>
        <source>Use Glovebox to work out 2 ** 100 in Python, and show me the code first.</source>
        <translation>Glovebox を使って、Python で 2 ** 100 を計算してください。先にコードを見せてください。</translation>
    </message>
    <message>
        <source>Nothing runs here without you</source>
        <translation>あなたの許可なしには何も実行されません</translation>
    </message>
    <message>
        <source>Connect a client and share a folder. You see every run before it happens, and every file before it changes.</source>
        <translation>クライアントを接続し、フォルダーを共有しましょう。実行も、ファイルの変更も、事前にすべて確認できます。</translation>
    </message>
    <message>
        <source>Connect a client</source>
        <translation>クライアントを接続</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>書き込む内容</translation>
    </message>
    <message>
        <source>Then say to it: “%1”</source>
        <translation>接続後、こう頼んでみてください: 「%1」</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Another client, or copy the address</source>
        <translation>その他のクライアント／アドレスをコピー</translation>
    </message>
    <message>
        <source>Share a folder</source>
        <translation>フォルダーを共有</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>フォルダーを選ぶ…</translation>
    </message>
    <message>
        <source>or drop a folder here</source>
        <translation>またはここにドロップ</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>Python may read it. What it writes waits for your review.</source>
        <translation>Python は読み取れます。書き込みはあなたの確認を待ちます。</translation>
    </message>
    <message>
        <source>Python may read it, and write nothing.</source>
        <translation>Python は読み取れますが、書き込みはできません。</translation>
    </message>
    <message>
        <source>Python changes your files at once. It can be undone.</source>
        <translation>Python の書き込みは直ちにファイルに反映されます。取り消せます。</translation>
    </message>
    <message>
        <source>No network inside</source>
        <translation>内部にネットワークなし</translation>
    </message>
    <message>
        <source>The sandbox cannot reach the internet or your computer.</source>
        <translation>サンドボックスからインターネットや PC には届きません。</translation>
    </message>
    <message>
        <source>Only the folders you share</source>
        <translation>共有したフォルダーだけ</translation>
    </message>
    <message>
        <source>Read-only, staged, or read-write: you choose for each.</source>
        <translation>読み取り専用・確認後に反映・読み書きから選べます。</translation>
    </message>
    <message>
        <source>Everything is recorded</source>
        <translation>すべてを記録</translation>
    </message>
    <message>
        <source>Code, output, decisions and changes stay in the journal.</source>
        <translation>コード・出力・判断・変更は実行記録に残ります。</translation>
    </message>
    <message>
        <source>Or try Python yourself first</source>
        <translation>まず自分で Python を試す</translation>
    </message>
    <message>
        <source>Open a scratchpad</source>
        <translation>スクラッチを開く</translation>
    </message>
    <message>
        <source>Start in the tray when I sign in</source>
        <translation>サインイン時にトレイで起動</translation>
    </message>
    <message>
        <source>Not found: %1</source>
        <translation>未検出: %1</translation>
    </message>
    <message>
        <source>Connected. Restart it once.</source>
        <translation>接続済み。一度再起動してください。</translation>
    </message>
    <message>
        <source>Adds its lines, keeps a copy</source>
        <translation>行を追加し、控えを保存</translation>
    </message>
    <message>
        <source>Testing: %1</source>
        <translation>テスト中: %1</translation>
    </message>
    <message>
        <source>Shared: %1</source>
        <translation>共有中: %1</translation>
    </message>
    <message>
        <source>No known client was found here. Any other can be connected by its address.</source>
        <translation>既知のクライアントは見つかりません。ほかのクライアントはアドレスで接続できます。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FolderCard</name>
    <message>
        <source>The client can read it. Nothing in it can change.</source>
        <translation>クライアントは読めます。中身は変わりません。</translation>
    </message>
    <message>
        <source>The client can read it. What it writes waits for your review.</source>
        <translation>クライアントは読めます。書き込みはあなたの確認を待ちます。</translation>
    </message>
    <message>
        <source>The client can read it, and runs change your files at once.</source>
        <translation>クライアントは読め、実行がファイルをすぐに変更します。</translation>
    </message>
    <message>
        <source>appears to Python as /mnt/%1</source>
        <translation>Python からは /mnt/%1</translation>
    </message>
    <message>
        <source>The client asked for: %1</source>
        <translation>クライアントの希望：%1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FrameModel</name>
    <message>
        <source>Python is busy. The rest comes when the run has ended.</source>
        <translation>Python は実行中です。残りは実行が終わってから表示します。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FrameWindow</name>
    <message>
        <source>%1 — table — Glovebox</source>
        <translation>%1 — 表 — Glovebox</translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation>表 %1</translation>
    </message>
    <message>
        <source>Filter: a text, or column &gt; 5</source>
        <translation>絞り込み: 文字列、または 列 &gt; 5</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>行を絞り込む</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>読み直す</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copies what is selected, as tab separated values</source>
        <translation>選択範囲をタブ区切りでコピーします</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>CSV で保存…</translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3 columns</source>
        <translation>%2 行中 %1 行、%3 列</translation>
    </message>
    <message>
        <source>Too much to copy. Save it as CSV instead.</source>
        <translation>多すぎてコピーできません。CSV で保存してください。</translation>
    </message>
    <message>
        <source>Save as CSV</source>
        <translation>CSV で保存</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::GrantModel</name>
    <message>
        <source>Reads: %1</source>
        <translation>読み取り: %1</translation>
    </message>
    <message>
        <source>Staged: %1</source>
        <translation>確認後に反映: %1</translation>
    </message>
    <message>
        <source>Read-write: %1</source>
        <translation>読み書き: %1</translation>
    </message>
    <message>
        <source>No folders</source>
        <translation>フォルダーなし</translation>
    </message>
    <message>
        <source>used %1 of %2</source>
        <translation>%2 回中 %1 回</translation>
    </message>
    <message>
        <source>all its sessions</source>
        <translation>すべてのセッション</translation>
    </message>
    <message numerus="yes">
        <source>used %n times</source>
        <translation>
            <numerusform>%n 回使用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::GrantPanel</name>
    <message>
        <source>Standing permissions</source>
        <translation>継続の許可</translation>
    </message>
    <message>
        <source>Every run is asked.</source>
        <translation>毎回確認します。</translation>
    </message>
    <message>
        <source>No standing permissions. Every run is asked.</source>
        <translation>継続の許可はありません。毎回確認します。</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>取り消す</translation>
    </message>
    <message>
        <source>Revoke the standing permission of %1</source>
        <translation>%1 の継続の許可を取り消す</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::HelpWindow</name>
    <message>
        <source>Help — Glovebox</source>
        <translation>ヘルプ — Glovebox</translation>
    </message>
    <message>
        <source>Search help</source>
        <translation>ヘルプを検索</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ImageDiffView</name>
    <message>
        <source>How much of the new picture is shown, percent</source>
        <translation>変更後の画像を表示する割合、パーセント</translation>
    </message>
    <message>
        <source>Picture, before: %1, after: %2</source>
        <translation>画像、変更前: %1、変更後: %2</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>変更前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>変更後</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::InstallModel</name>
    <message>
        <source>Finding out which packages are needed…</source>
        <translation>必要なパッケージを調べています…</translation>
    </message>
    <message>
        <source>The session has this already.</source>
        <translation>このセッションにはすでにあります。</translation>
    </message>
    <message>
        <source>Installing…</source>
        <translation>インストール中…</translation>
    </message>
    <message>
        <source>Installed.</source>
        <translation>インストールしました。</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>%1 を取り除いています…</translation>
    </message>
    <message>
        <source>The session was restarted. What was installed in it comes back with its next run.</source>
        <translation>セッションを再起動しました。追加したパッケージは次の実行で戻ります。</translation>
    </message>
    <message>
        <source>%1 could not be removed: it is part of the interpreter.</source>
        <translation>%1 は取り除けませんでした。インタープリターの一部です。</translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation>%1 を取り除きました。</translation>
    </message>
    <message>
        <source>If the session has imported it, it keeps using what was there until it is restarted.</source>
        <translation>セッションがすでに import している場合、再起動するまで前のものを使い続けます。</translation>
    </message>
    <message>
        <source>That file holds no lock of a session.</source>
        <translation>そのファイルはセッションのロックではありません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::InstallTable</name>
    <message>
        <source>not told</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>Packages to install</source>
        <translation>インストールするパッケージ</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalDetail</name>
    <message>
        <source>What happened</source>
        <translation>経過</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再実行</translation>
    </message>
    <message>
        <source>More</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Export this run…</source>
        <translation>この実行を書き出す…</translation>
    </message>
    <message>
        <source>Remove its content…</source>
        <translation>内容を削除…</translation>
    </message>
    <message>
        <source>Content removed</source>
        <translation>内容は削除済み</translation>
    </message>
    <message numerus="yes">
        <source>Code, %n line(s)</source>
        <translation>
            <numerusform>コード、%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Open shows the rest.</source>
        <translation>「開く」で残りを表示します。</translation>
    </message>
    <message>
        <source>No output.</source>
        <translation>出力はありません。</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>%1 との比較</translation>
    </message>
    <message>
        <source>The output is the same.</source>
        <translation>出力は同じです。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) differ.</source>
        <translation>
            <numerusform>%n 行が異なります。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 before, now %2.</source>
        <translation>以前は %1、今回は %2。</translation>
    </message>
    <message>
        <source>%1 before, now %2</source>
        <translation>以前は %1、今回は %2</translation>
    </message>
    <message>
        <source>Exactly this code, always</source>
        <translation>このコードのみ常に許可</translation>
    </message>
    <message>
        <source>Choose a run</source>
        <translation>実行を選択</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalHeader</name>
    <message>
        <source>Time</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>変更</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalList</name>
    <message>
        <source>Runs in the journal</source>
        <translation>記録された実行</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalModel</name>
    <message>
        <source>Content removed</source>
        <translation>内容は削除済み</translation>
    </message>
    <message>
        <source>Run %1, %2, %3, %4, %5</source>
        <translation>実行 %1、%2、%3、%4、%5</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalPage</name>
    <message>
        <source>Journal</source>
        <translation>実行記録</translation>
    </message>
    <message>
        <source>Search code, output and files</source>
        <translation>コード、出力、ファイルを検索</translation>
    </message>
    <message>
        <source>Any client</source>
        <translation>すべてのクライアント</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Touches</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>絞り込みを解除</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出し…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>Runs per hour</source>
        <translation>1 時間ごとの実行</translation>
    </message>
    <message>
        <source>Time shown</source>
        <translation>表示する期間</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>直近 24 時間</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>直近 7 日</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>直近 30 日</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>Error, timeout or killed</source>
        <translation>エラー、時間切れ、強制終了</translation>
    </message>
    <message>
        <source>Denied or no answer</source>
        <translation>拒否または応答なし</translation>
    </message>
    <message>
        <source>Check for changes</source>
        <translation>改変を確認</translation>
    </message>
    <message>
        <source>Export what is listed…</source>
        <translation>一覧を書き出す…</translation>
    </message>
    <message>
        <source>Earlier span</source>
        <translation>前の期間</translation>
    </message>
    <message>
        <source>Later span</source>
        <translation>次の期間</translation>
    </message>
    <message>
        <source>Wider span</source>
        <translation>期間を広げる</translation>
    </message>
    <message>
        <source>Narrower span</source>
        <translation>期間を狭める</translation>
    </message>
    <message>
        <source>Remove the content of what is listed…</source>
        <translation>一覧の内容を削除…</translation>
    </message>
    <message>
        <source>Touches: %1</source>
        <translation>対象：%1</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%2 件中 %1 件</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal cannot be read: %1</source>
        <translation>実行記録を読めません：%1</translation>
    </message>
    <message>
        <source>No run matches.</source>
        <translation>一致する実行はありません。</translation>
    </message>
    <message>
        <source>No runs yet. Each run will be here.</source>
        <translation>まだ実行はありません。実行はすべてここに記録されます。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再実行</translation>
    </message>
    <message>
        <source>Export this run…</source>
        <translation>この実行を書き出す…</translation>
    </message>
    <message>
        <source>Remove its content…</source>
        <translation>内容を削除…</translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation>実行の書き出し</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) written to %1. Secrets of known shapes are masked.</source>
        <translation>
            <numerusform>%n 件を %1 に書き出しました。既知の形の秘密情報は伏せてあります。</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal was changed: %1</source>
        <translation>実行記録が改変されています：%1</translation>
    </message>
    <message>
        <source>%1 rows and %2 files checked, nothing was changed.</source>
        <translation>%1 行と %2 ファイルを確かめました。変更はありません。</translation>
    </message>
    <message>
        <source>%1 asks to run %2 again in a fresh session.</source>
        <translation>%1 が新しいセッションでの %2 の再実行を求めています。</translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation>Glovebox</translation>
    </message>
    <message numerus="yes">
        <source>Remove the content of %n run(s)?</source>
        <translation>
            <numerusform>%n 件の内容を削除しますか？</numerusform>
        </translation>
    </message>
    <message>
        <source>Code, output and plots are gone for good. That the runs were, whose they were, who decided and how they ended stays, and so do their digests.</source>
        <translation>コード、出力、図は元に戻せません。実行があったこと、だれのものか、だれが判断しどう終わったか、そしてダイジェストは残ります。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message numerus="yes">
        <source>The content of %n run(s) was removed.</source>
        <translation>
            <numerusform>%n 件の内容を削除しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Open in scratchpad</source>
        <translation>スクラッチで開く</translation>
    </message>
    <message>
        <source>Exactly this code, always</source>
        <translation>このコードのみ常に許可</translation>
    </message>
    <message>
        <source>%1 may run exactly the code of %2 from now on, without being asked. Revoke it in Clients.</source>
        <translation>%1 は今後 %2 と同じコードを確認なしで実行できます。取り消しは［クライアント］で。</translation>
    </message>
    <message>
        <source>Search the journal</source>
        <translation>実行記録を検索</translation>
    </message>
    <message>
        <source>Filter by client</source>
        <translation>クライアントで絞り込む</translation>
    </message>
    <message>
        <source>Filter by state</source>
        <translation>状態で絞り込む</translation>
    </message>
    <message>
        <source>Filter by decision</source>
        <translation>判断で絞り込む</translation>
    </message>
    <message>
        <source>Filter by folder</source>
        <translation>フォルダーで絞り込む</translation>
    </message>
    <message>
        <source>Filter by session</source>
        <translation>セッションで絞り込む</translation>
    </message>
    <message>
        <source>Earlier time span</source>
        <translation>期間を前へ</translation>
    </message>
    <message>
        <source>Later time span</source>
        <translation>期間を後へ</translation>
    </message>
    <message>
        <source>Wider time span</source>
        <translation>期間を広げる</translation>
    </message>
    <message>
        <source>Narrower time span</source>
        <translation>期間を狭める</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalSteps</name>
    <message>
        <source>What happened: %1</source>
        <translation>経過：%1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::KeysPage</name>
    <message>
        <source>no bound</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>Clients with a key</source>
        <translation>キーのあるクライアント</translation>
    </message>
    <message>
        <source>Name of another client</source>
        <translation>別のクライアントの名前</translation>
    </message>
    <message>
        <source>Key in the address</source>
        <translation>アドレスにキーを含める</translation>
    </message>
    <message>
        <source>For clients that take an address and nothing else. Others may read it there.</source>
        <translation>アドレスしか設定できないクライアント用です。ほかの人に読まれることがあります。</translation>
    </message>
    <message>
        <source>Make a key</source>
        <translation>キーを作成</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>コピーしました。</translation>
    </message>
    <message>
        <source>Tools it may use</source>
        <translation>使えるツール</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>上限</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Requests a minute</source>
        <translation>1 分あたりの要求</translation>
    </message>
    <message>
        <source>Seconds of execution an hour</source>
        <translation>1 時間あたりの実行秒数</translation>
    </message>
    <message>
        <source>Sessions at a time</source>
        <translation>同時セッション数</translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation>取り消す…</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>接続を解除</translation>
    </message>
    <message>
        <source>New key…</source>
        <translation>新しいキー…</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>受付停止中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message numerus="yes">
        <source>%n connections</source>
        <translation>
            <numerusform>接続 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation>最後の呼び出し %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>until Glovebox ends</source>
        <translation>Glovebox の終了まで</translation>
    </message>
    <message>
        <source>may stand in an address</source>
        <translation>アドレスに含められます</translation>
    </message>
    <message>
        <source>sent in a header</source>
        <translation>ヘッダーで送信</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>作成</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最後の接続</translation>
    </message>
    <message>
        <source>Last call</source>
        <translation>最後の呼び出し</translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>nothing so far</source>
        <translation>まだなし</translation>
    </message>
    <message>
        <source>“%1” (its own words)</source>
        <translation>「%1」（自己申告）</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>最後の使用</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>実行中</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>セッション %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation>Glovebox</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Make a new key for %1?</source>
        <translation>%1 の新しいキーを作りますか？</translation>
    </message>
    <message>
        <source>The old key, its connections and its standing permissions end at once.</source>
        <translation>古いキー、その接続、継続の許可はすぐに無効になります。</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新しいキー</translation>
    </message>
    <message>
        <source>Revoke the key of %1?</source>
        <translation>%1 のキーを取り消しますか？</translation>
    </message>
    <message>
        <source>Its connections, sessions and standing permissions end at once.</source>
        <translation>その接続、セッション、継続の許可はすぐに終わります。</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>取り消す</translation>
    </message>
    <message>
        <source>The key of %1. It is shown until you leave this page, and never again.</source>
        <translation>%1 のキーです。このページを離れると、二度と表示されません。</translation>
    </message>
    <message>
        <source>The key of %1</source>
        <translation>%1 のキー</translation>
    </message>
    <message>
        <source>Folders it may use</source>
        <translation>使えるフォルダー</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Packages it may install</source>
        <translation>インストールできるパッケージ</translation>
    </message>
    <message>
        <source>Offer standing permissions</source>
        <translation>継続の許可を選べるようにする</translation>
    </message>
    <message>
        <source>Without them each of its requests is asked, and those that it has end at once.</source>
        <translation>選べない場合、要求を毎回確認します。今ある継続の許可はすぐに終わります。</translation>
    </message>
    <message>
        <source>Rules for its code…</source>
        <translation>コードの規則…</translation>
    </message>
    <message>
        <source>Filter clients</source>
        <translation>クライアントを絞り込む</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>プロトコル</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>フォルダーを追加…</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>アドレスをコピー</translation>
    </message>
    <message>
        <source>Save output…</source>
        <translation>出力を保存…</translation>
    </message>
    <message>
        <source>Close to the tray</source>
        <translation>閉じてトレイに残す</translation>
    </message>
    <message>
        <source>Quit Glovebox</source>
        <translation>Glovebox を終了</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>Undo what the message offers</source>
        <translation>メッセージの操作を元に戻す</translation>
    </message>
    <message>
        <source>Find in output</source>
        <translation>出力内を検索</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>実行を絞り込む</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>Left pane</source>
        <translation>左ペイン</translation>
    </message>
    <message>
        <source>Right pane</source>
        <translation>右ペイン</translation>
    </message>
    <message>
        <source>Follow output</source>
        <translation>出力の末尾を追う</translation>
    </message>
    <message>
        <source>Fold code</source>
        <translation>コードを折りたたむ</translation>
    </message>
    <message>
        <source>Next output tab</source>
        <translation>次の出力タブ</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>次のペイン</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>前のペイン</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>実行(&amp;R)</translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation>この実行を停止</translation>
    </message>
    <message>
        <source>Stop everything</source>
        <translation>すべて停止</translation>
    </message>
    <message>
        <source>Previous run</source>
        <translation>前の実行</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>次の実行</translation>
    </message>
    <message>
        <source>A&amp;pprovals</source>
        <translation>確認(&amp;P)</translation>
    </message>
    <message>
        <source>First waiting request</source>
        <translation>最初の確認待ち</translation>
    </message>
    <message>
        <source>Pause all clients</source>
        <translation>全クライアントを一時停止</translation>
    </message>
    <message>
        <source>Quiet for 30 min</source>
        <translation>30 分間通知しない</translation>
    </message>
    <message>
        <source>Revoke all standing permissions…</source>
        <translation>継続の許可をすべて取り消す…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>About Glovebox</source>
        <translation>Glovebox について</translation>
    </message>
    <message>
        <source>Notify</source>
        <translation>通知する</translation>
    </message>
    <message>
        <source>Quiet for 2 hours</source>
        <translation>2 時間通知しない</translation>
    </message>
    <message>
        <source>Quiet until tomorrow</source>
        <translation>明日まで通知しない</translation>
    </message>
    <message>
        <source>Quiet until %1</source>
        <translation>%1 まで通知しない</translation>
    </message>
    <message>
        <source>Interrupts what runs, cancels what is queued and pauses clients</source>
        <translation>実行を中断し、順番待ちを取り消し、クライアントを一時停止します</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 に保存しました</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>コピーしました。</translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation>Glovebox</translation>
    </message>
    <message>
        <source>%1 — Glovebox</source>
        <translation>%1 — Glovebox</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>%1 をコピーしました</translation>
    </message>
    <message>
        <source>Share a folder</source>
        <translation>フォルダーを共有</translation>
    </message>
    <message>
        <source>%1 is shared.</source>
        <translation>%1 を共有しました。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>%1 is now %2.</source>
        <extracomment>{mount} is now {mode}</extracomment>
        <translation>%1 を「%2」に変更しました。</translation>
    </message>
    <message>
        <source>%1 is no longer shared.</source>
        <translation>%1 の共有を解除しました。</translation>
    </message>
    <message>
        <source>Revoked. Its next run is asked.</source>
        <translation>取り消しました。次の実行から確認します。</translation>
    </message>
    <message>
        <source>Revoke all standing permissions?</source>
        <translation>継続の許可をすべて取り消しますか？</translation>
    </message>
    <message>
        <source>Every run is asked again. Runs that are running may finish.</source>
        <translation>以後は毎回確認します。実行中のものは最後まで続きます。</translation>
    </message>
    <message>
        <source>Revoke all</source>
        <translation>すべて取り消す</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message numerus="yes">
        <source>Quit while %n run(s) are running?</source>
        <translation>
            <numerusform>%n 件実行中です。終了しますか？</numerusform>
        </translation>
    </message>
    <message>
        <source>They are ended. What they wrote stays recorded.</source>
        <translation>実行は打ち切られます。書き込んだ内容は記録に残ります。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>この実行</translation>
    </message>
    <message>
        <source>Use another port</source>
        <translation>別のポートを使う</translation>
    </message>
    <message>
        <source>Listening on a new port. Clients need this address: %1</source>
        <translation>新しいポートで受付中です。クライアントにはこのアドレスが必要です: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>確認待ち %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Clients now see the names of secrets in %1, and what is in them.</source>
        <translation>クライアントから、%1 の秘密のファイル名とその中身が見えるようになりました。</translation>
    </message>
    <message>
        <source>Names of secrets in %1 are hidden again.</source>
        <translation>%1 の秘密のファイル名を再び隠しました。</translation>
    </message>
    <message>
        <source>Review together</source>
        <translation>まとめて確認</translation>
    </message>
    <message>
        <source>Other volumes inside %1 are part of it now.</source>
        <translation>%1 の中のほかのボリュームも含めます。</translation>
    </message>
    <message>
        <source>Other volumes inside %1 are closed again.</source>
        <translation>%1 の中のほかのボリュームを閉じました。</translation>
    </message>
    <message>
        <source>New scratchpad</source>
        <translation>新しいスクラッチ</translation>
    </message>
    <message>
        <source>Group runs…</source>
        <translation>実行のグループ化…</translation>
    </message>
    <message>
        <source>Open table</source>
        <translation>表を開く</translation>
    </message>
    <message>
        <source>Show all output</source>
        <translation>出力をすべて表示</translation>
    </message>
    <message>
        <source>Group runs</source>
        <translation>実行のグループ化</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再実行</translation>
    </message>
    <message>
        <source>Open in scratchpad</source>
        <translation>スクラッチで開く</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>ツール(&amp;T)</translation>
    </message>
    <message>
        <source>Find action…</source>
        <translation>操作を検索…</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>セッション(&amp;S)</translation>
    </message>
    <message>
        <source>This desktop has no tray, so the window was minimised. Glovebox keeps running.</source>
        <translation>このデスクトップにはトレイがないため、ウィンドウを最小化しました。Glovebox は動作を続けます。</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>診断情報をコピー</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Swap left and right panes</source>
        <translation>左右のペインを入れ替える</translation>
    </message>
    <message>
        <source>Undo what it wrote…</source>
        <translation>この実行の書き込みを取り消す…</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MarkdownView</name>
    <message>
        <source>Text: %1</source>
        <translation>テキスト: %1</translation>
    </message>
    <message>
        <source>Empty text. Enter writes in it.</source>
        <translation>空のテキスト。Enter で書き込みます。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MergeEditor</name>
    <message>
        <source>in the folder</source>
        <translation>フォルダー側</translation>
    </message>
    <message>
        <source>by the client</source>
        <translation>クライアント側</translation>
    </message>
    <message>
        <source>Edit what is staged</source>
        <translation>確認待ちの内容を編集</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>次の箇所</translation>
    </message>
    <message>
        <source>Keep the folder&apos;s</source>
        <translation>フォルダー側を残す</translation>
    </message>
    <message>
        <source>Use the client&apos;s</source>
        <translation>クライアント側を使う</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>両方</translation>
    </message>
    <message>
        <source>F8</source>
        <translation>F8</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Save as staged</source>
        <translation>確認待ちとして保存</translation>
    </message>
    <message>
        <source>Ctrl+S</source>
        <translation>Ctrl+S</translation>
    </message>
    <message>
        <source>both changed this: what the folder has</source>
        <translation>両方が変更: フォルダー側</translation>
    </message>
    <message>
        <source>what the client wrote</source>
        <translation>クライアント側</translation>
    </message>
    <message>
        <source>up to here</source>
        <translation>ここまで</translation>
    </message>
    <message numerus="yes">
        <source>Both changed %n place(s). Decide what each becomes, then save.</source>
        <translation>
            <numerusform>両方が変更した箇所が %n か所あります。どうするかを決めてから保存してください。</numerusform>
        </translation>
    </message>
    <message>
        <source>Both sides&apos; changes are put together. Saving stages this text; the folder stays as it is.</source>
        <translation>両方の変更をまとめました。保存するとこの内容が確認待ちになります。フォルダーは変わりません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MessageBar</name>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MountList</name>
    <message>
        <source>Mounts</source>
        <translation>マウント</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Unmount</source>
        <translation>マウントを解除</translation>
    </message>
    <message>
        <source>No folders shared. Python sees only /session, in memory.</source>
        <translation>共有フォルダーはありません。Python に見えるのはメモリ上の /session だけです。</translation>
    </message>
    <message>
        <source>Review changes</source>
        <translation>変更を確認</translation>
    </message>
    <message>
        <source>Show names of secrets</source>
        <translation>秘密のファイル名を表示</translation>
    </message>
    <message>
        <source>Names such as .env, .ssh or id_rsa, which usually hold passwords and keys, are hidden from Python and from clients.</source>
        <translation>.env、.ssh、id_rsa など、通常パスワードや鍵を含む名前は、Python とクライアントから見えません。</translation>
    </message>
    <message>
        <source>Include other volumes inside</source>
        <translation>中のほかのボリュームも含める</translation>
    </message>
    <message>
        <source>USB drives, network shares and other disks that are mounted inside this folder. Without this they are closed.</source>
        <translation>このフォルダーの中にある USB ドライブ、ネットワーク共有、ほかのディスクです。含めなければ閉じたままです。</translation>
    </message>
    <message>
        <source>Clients that may use it</source>
        <translation>使えるクライアント</translation>
    </message>
    <message>
        <source>All clients</source>
        <translation>すべてのクライアント</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MountModel</name>
    <message>
        <source>%1 is gone: %2</source>
        <translation>%1 に届きません: %2</translation>
    </message>
    <message numerus="yes">
        <source>in use by %n session(s)</source>
        <translation>
            <numerusform>%n セッションが使用中</numerusform>
        </translation>
    </message>
    <message>
        <source>Mount %1, %2, %3</source>
        <translation>マウント %1、%2、%3</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) to review</source>
        <translation>
            <numerusform>確認待ちの変更 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>names of secrets are shown</source>
        <translation>秘密のファイル名を表示中</translation>
    </message>
    <message>
        <source>for no client</source>
        <translation>どのクライアントにも不可</translation>
    </message>
    <message>
        <source>only for %1</source>
        <translation>%1 のみ</translation>
    </message>
    <message>
        <source>with other volumes inside</source>
        <translation>中のほかのボリュームも含む</translation>
    </message>
    <message>
        <source>%1 free</source>
        <extracomment>Of a disk: 12.5 GB free</extracomment>
        <translation>空き %1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MountStrip</name>
    <message>
        <source>Mounts</source>
        <translation>マウント</translation>
    </message>
    <message>
        <source>Mount %1, %2</source>
        <translation>マウント %1、%2</translation>
    </message>
    <message>
        <source>No folders shared. Python sees only /session, in memory.</source>
        <translation>共有フォルダーはありません。Python に見えるのはメモリ上の /session だけです。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::NotebookModel</name>
    <message>
        <source>run %1</source>
        <translation>実行 %1</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未実行</translation>
    </message>
    <message>
        <source>waiting, place %1</source>
        <translation>順番待ち %1 番目</translation>
    </message>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>ended, variables are gone</source>
        <translation>終了、変数なし</translation>
    </message>
    <message>
        <source>Text cell %1 of %2</source>
        <translation>テキストセル %1 / %2</translation>
    </message>
    <message>
        <source>Raw cell %1 of %2</source>
        <translation>生のセル %1 / %2</translation>
    </message>
    <message>
        <source>Code cell %1 of %2, %3, %4</source>
        <translation>コードセル %1 / %2、%3、%4</translation>
    </message>
    <message>
        <source>%1, changed since it ran</source>
        <extracomment>What a screen reader says of a cell</extracomment>
        <translation>%1、実行後に変更あり</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::NotebookView</name>
    <message>
        <source>Cells</source>
        <translation>セル</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) removed. Z brings them back.</source>
        <translation>
            <numerusform>セルを %n 個削除しました。Z で戻せます。</numerusform>
        </translation>
    </message>
    <message>
        <source>All outputs are cleared. Z brings them back.</source>
        <translation>すべての出力を消去しました。Z で元に戻せます。</translation>
    </message>
    <message>
        <source>A .py file keeps no pictures. Save it as a notebook first.</source>
        <translation>.py ファイルには画像を保存できません。先にノートブックとして保存してください。</translation>
    </message>
    <message>
        <source>The picture is too large for a cell. Save it as a file.</source>
        <translation>画像が大きすぎてセルに入りません。ファイルとして保存してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::NotesMenu</name>
    <message numerus="yes">
        <source>%n more, in the code</source>
        <translation>
            <numerusform>ほかに %n 件（コード内）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OpenNotebook</name>
    <message>
        <source>Python did not start: %1</source>
        <translation>Python を起動できません: %1</translation>
    </message>
    <message>
        <source>Python starts. Ask again in a moment.</source>
        <translation>Python を起動中です。少し待ってからもう一度試してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputDiff</name>
    <message>
        <source>Differences of the two outputs</source>
        <translation>2 つの出力の違い</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputModel</name>
    <message>
        <source>Plot %1 of %2</source>
        <translation>%2 の図 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Killed after %1</source>
        <translation>%1後に強制終了</translation>
    </message>
    <message>
        <source>Variables are gone; files are kept.</source>
        <translation>変数は失われ、ファイルは残っています。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Two sentences after one another</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) folded</source>
        <translation>
            <numerusform>%n 行を折りたたみ</numerusform>
        </translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>図: %1</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>%2 のページ %1</translation>
    </message>
    <message>
        <source>Page: %1</source>
        <translation>ページ: %1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputReader</name>
    <message>
        <source>First</source>
        <translation>最初</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前へ</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>次へ</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最後</translation>
    </message>
    <message>
        <source>Output of %1 — Glovebox</source>
        <translation>%1 の出力 — Glovebox</translation>
    </message>
    <message>
        <source>Output of %1</source>
        <translation>%1 の出力</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>%2 ページ中 %1 ページ</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputSaver</name>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>%1 に書き込めません: %2。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputView</name>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) folded</source>
        <translation>
            <numerusform>%n 行を折りたたみ</numerusform>
        </translation>
    </message>
    <message>
        <source>No output.</source>
        <translation>出力はありません。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>すべて選択</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>ページを開く</translation>
    </message>
    <message>
        <source>Open page: %1</source>
        <translation>ページを開く: %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Show all output</source>
        <translation>出力をすべて表示</translation>
    </message>
    <message>
        <source>Open table</source>
        <translation>表を開く</translation>
    </message>
    <message>
        <source>Open table: %1</source>
        <translation>表を開く: %1</translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3 columns</source>
        <translation>%2 行中 %1 行、%3 列</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackageList</name>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackageTable</name>
    <message>
        <source>replaces %1</source>
        <translation>%1 を置き換え</translation>
    </message>
    <message>
        <source>needed by another</source>
        <translation>ほかが必要とするもの</translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation>同梱</translation>
    </message>
    <message>
        <source>Pyodide</source>
        <translation>Pyodide</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>インデックス</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message numerus="yes">
        <source>%n package(s)</source>
        <translation>
            <numerusform>パッケージ %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to fetch</source>
        <translation>取得 %1</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>Package</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>ライセンス</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>注意</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackagesModel</name>
    <message>
        <source>Installed</source>
        <translation>インストール済み</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>利用可能</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>%1 is blocked by a rule with *: change that rule.</source>
        <translation>%1 は * を含む規則で禁止されています。その規則を変更してください。</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>許可</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 から</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>キャッシュ済み</translation>
    </message>
    <message>
        <source>Package</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>Advisory</source>
        <translation>脆弱性情報</translation>
    </message>
    <message>
        <source>Search the index for %1 first: what is allowed is a version.</source>
        <translation>先に %1 をインデックスで検索してください。許可はバージョンごとです。</translation>
    </message>
    <message>
        <source>“%1” names no versions. Write them like &gt;=2.31,&lt;3, or nothing for every version.</source>
        <translation>「%1」はバージョンの指定ではありません。&gt;=2.31,&lt;3 のように書くか、すべてのバージョンなら空にしてください。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackagesPage</name>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Search packages</source>
        <translation>パッケージを検索</translation>
    </message>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>インストール済み</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>利用可能</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>Advisories</source>
        <translation>脆弱性情報</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Search the index</source>
        <translation>インデックスを検索</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Only bundled</source>
        <translation>同梱のみ</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>オフラインで使う</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>読み込み…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>書き出し…</translation>
    </message>
    <message>
        <source>Import rules</source>
        <translation>規則の読み込み</translation>
    </message>
    <message>
        <source>Export rules</source>
        <translation>規則の書き出し</translation>
    </message>
    <message>
        <source>Packages without a rule</source>
        <translation>規則のないパッケージ</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>Minimum version</source>
        <translation>最低バージョン</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>インストール</translation>
    </message>
    <message>
        <source>What will be installed</source>
        <translation>インストールするもの</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>No such package here. Search the index?</source>
        <translation>ここには見つかりません。インデックスを検索しますか？</translation>
    </message>
    <message>
        <source>Nothing here. Sessions load packages when code imports them.</source>
        <translation>まだ何もありません。コードがインポートすると読み込まれます。</translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation>すべてのセッション</translation>
    </message>
    <message>
        <source>The cache is empty</source>
        <translation>キャッシュは空です</translation>
    </message>
    <message numerus="yes">
        <source>Cache: %1 of %2, %n package(s)</source>
        <translation>
            <numerusform>キャッシュ：%1／%2、パッケージ %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>Advisories checked %1</source>
        <translation>脆弱性情報の確認：%1</translation>
    </message>
    <message>
        <source>Choose a package</source>
        <translation>パッケージを選択</translation>
    </message>
    <message>
        <source>Rule for %1</source>
        <translation>%1 の規則</translation>
    </message>
    <message>
        <source>Used by: %1</source>
        <translation>使用中：%1</translation>
    </message>
    <message>
        <source>Needs: %1</source>
        <translation>必要なもの：%1</translation>
    </message>
    <message>
        <source>Licence: %1</source>
        <translation>ライセンス：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Asking the index for %1…</source>
        <translation>インデックスに %1 を問い合わせ中…</translation>
    </message>
    <message>
        <source>%1 holds no rules for packages.</source>
        <translation>%1 にパッケージの規則はありません。</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>ポリシー</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>許可</translation>
    </message>
    <message>
        <source>Versions that need no question</source>
        <translation>確認なしで入れるバージョン</translation>
    </message>
    <message>
        <source>every version</source>
        <translation>すべてのバージョン</translation>
    </message>
    <message>
        <source>Without asking</source>
        <translation>確認なし</translation>
    </message>
    <message>
        <source>Session to install into</source>
        <translation>追加先のセッション</translation>
    </message>
    <message>
        <source>In the session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Restart the session</source>
        <translation>セッションを再起動</translation>
    </message>
    <message>
        <source>No session yet</source>
        <translation>セッションなし</translation>
    </message>
    <message>
        <source>No advisories: name a source under Policy</source>
        <translation>脆弱性情報なし: ［ポリシー］で入手元を指定</translation>
    </message>
    <message>
        <source>It comes with Glovebox: code that imports it has it.</source>
        <translation>Glovebox に同梱されています。import すれば使えます。</translation>
    </message>
    <message>
        <source>There is no session yet: run a cell in the scratchpad, or let a client run something.</source>
        <translation>まだセッションがありません。スクラッチでセルを実行するか、クライアントに何か実行させてください。</translation>
    </message>
    <message>
        <source>Running code keeps the old version until its session restarts.</source>
        <translation>実行中のコードは、セッションを再起動するまで前のバージョンを使います。</translation>
    </message>
    <message>
        <source>Save as a lock…</source>
        <translation>ロックとして保存…</translation>
    </message>
    <message>
        <source>Names, versions and hashes of what the session has. It can be made again from that, without a network too.</source>
        <translation>セッションにあるパッケージの名前・バージョン・ハッシュです。これから同じ組をネットワークなしでも作り直せます。</translation>
    </message>
    <message>
        <source>Install a lock…</source>
        <translation>ロックを読み込む…</translation>
    </message>
    <message>
        <source>Save as a lock</source>
        <translation>ロックとして保存</translation>
    </message>
    <message>
        <source>Install a lock</source>
        <translation>ロックを読み込む</translation>
    </message>
    <message>
        <source>Advisories not fetched yet</source>
        <translation>脆弱性情報は未取得です</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PermissionTable</name>
    <message>
        <source>files and packages</source>
        <translation>ファイルとパッケージ</translation>
    </message>
    <message>
        <source>Packages: %1</source>
        <translation>パッケージ：%1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最長 %1</translation>
    </message>
    <message>
        <source>exactly one code</source>
        <translation>このコードのみ</translation>
    </message>
    <message>
        <source>session %1: %2</source>
        <translation>セッション %1：%2</translation>
    </message>
    <message>
        <source>all its sessions: %1</source>
        <translation>すべてのセッション：%1</translation>
    </message>
    <message>
        <source>until you revoke it</source>
        <translation>取り消すまで</translation>
    </message>
    <message>
        <source>until its session ends</source>
        <translation>セッションの終了まで</translation>
    </message>
    <message>
        <source>until you quit</source>
        <translation>終了するまで</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>%1 まで</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>never</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>What may run</source>
        <translation>許可する実行</translation>
    </message>
    <message>
        <source>Reach</source>
        <translation>範囲</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>最後の使用</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PermissionsPage</name>
    <message>
        <source>Revoke</source>
        <translation>取り消す</translation>
    </message>
    <message>
        <source>Revoke all…</source>
        <translation>すべて取り消す…</translation>
    </message>
    <message>
        <source>Standing permissions</source>
        <translation>継続の許可</translation>
    </message>
    <message>
        <source>No standing permissions. Every run is asked.</source>
        <translation>継続の許可はありません。毎回確認します。</translation>
    </message>
    <message>
        <source>A running run may finish; queued ones are asked again.</source>
        <translation>実行中のものは最後まで動きます。待機中のものは再び確認します。</translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation>Glovebox</translation>
    </message>
    <message numerus="yes">
        <source>Revoke all %n standing permissions?</source>
        <translation>
            <numerusform>継続の許可 %n 件をすべて取り消しますか？</numerusform>
        </translation>
    </message>
    <message>
        <source>Every run is asked from then on.</source>
        <translation>以後は毎回確認します。</translation>
    </message>
    <message>
        <source>Revoke all</source>
        <translation>すべて取り消す</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PlotGrid</name>
    <message>
        <source>Plots</source>
        <translation>図</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>図 %1</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>図: %1</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PlotViewer</name>
    <message>
        <source>Fit</source>
        <translation>全体を表示</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation>図 %1</translation>
    </message>
    <message>
        <source>%1 — Glovebox</source>
        <translation>%1 — Glovebox</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>図: %1</translation>
    </message>
    <message>
        <source>Save PNG…</source>
        <translation>PNG を保存…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>plot %1</source>
        <translation>図 %1</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>縮小</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>拡大</translation>
    </message>
    <message>
        <source>Save SVG…</source>
        <translation>SVG で保存…</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>This drawing cannot be shown. Save it to look at it.</source>
        <translation>この図は表示できません。保存して確認してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PolicyPage</name>
    <message>
        <source>Policy</source>
        <translation>ポリシー</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>Never installed. One a line; * stands for any letters.</source>
        <translation>決して入れません。1 行に 1 つ。* は任意の文字です。</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>許可する</translation>
    </message>
    <message>
        <source>Nothing else is installed. Empty: everything that is not blocked.</source>
        <translation>ここにあるものだけを入れます。空: 禁止以外のすべて。</translation>
    </message>
    <message>
        <source>Without asking</source>
        <translation>確認なし</translation>
    </message>
    <message>
        <source>Installed for clients without a question, such as: rich &gt;=14,&lt;15. What is shown as a danger is asked all the same.</source>
        <translation>クライアントのために確認なしで入れます（例: rich &gt;=14,&lt;15）。危険と表示されるものは必ず確認します。</translation>
    </message>
    <message>
        <source>Only bundled packages</source>
        <translation>同梱のパッケージのみ</translation>
    </message>
    <message>
        <source>Warn of names that are almost those of well-known packages</source>
        <translation>有名なパッケージと紛らわしい名前を警告する</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Minimum versions</source>
        <translation>最低バージョン</translation>
    </message>
    <message>
        <source>A name and the lowest version of it, one a line.</source>
        <translation>名前と最低バージョン。1 行に 1 つ。</translation>
    </message>
    <message>
        <source>Quarantine</source>
        <translation>公開直後の待機</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 日</translation>
    </message>
    <message>
        <source>Releases that are younger are not installed.</source>
        <translation>これより新しく公開されたものは入れません。</translation>
    </message>
    <message>
        <source>Advisories</source>
        <translation>脆弱性情報</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>Warn from</source>
        <translation>警告する重大度</translation>
    </message>
    <message>
        <source>Block from</source>
        <translation>禁止する重大度</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>It installs nothing</source>
        <translation>何も入れられない</translation>
    </message>
    <message>
        <source>This client gets nothing else. Empty: what all may have.</source>
        <translation>このクライアントにはここにあるものだけ。空: 全体の規則のとおり。</translation>
    </message>
    <message>
        <source>Never installed for this client.</source>
        <translation>このクライアントには決して入れません。</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>入手元</translation>
    </message>
    <message>
        <source>Indexes</source>
        <translation>インデックス</translation>
    </message>
    <message>
        <source>Addresses, asked in this order; the first that knows a package counts. Empty: those of pip, else the usual one.</source>
        <translation>アドレスを順に尋ね、最初に見つかったものを使います。空: pip の設定、なければ通常のもの。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Folders of this computer that hold wheels; they come before indexes.</source>
        <translation>wheel のあるフォルダー。インデックスより先に調べます。</translation>
    </message>
    <message>
        <source>Pyodide&apos;s release</source>
        <translation>Pyodide のリリース</translation>
    </message>
    <message>
        <source>An address or mirror. Empty: the one that Pyodide names.</source>
        <translation>アドレスまたはミラー。空: Pyodide の既定。</translation>
    </message>
    <message>
        <source>Size of the cache</source>
        <translation>キャッシュの上限</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Standard rules</source>
        <translation>標準の規則</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation>クライアントなし</translation>
    </message>
    <message>
        <source>Not saved yet.</source>
        <translation>まだ保存していません。</translation>
    </message>
    <message>
        <source>The rules were saved.</source>
        <translation>規則を保存しました。</translation>
    </message>
    <message>
        <source>A file or an address with records in the OSV format.</source>
        <translation>OSV 形式の記録のファイルまたはアドレス。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PolicyTexts</name>
    <message>
        <source>“%1” cannot be a line here. Expected: %2</source>
        <translation>「%1」という行は使えません。書き方: %2</translation>
    </message>
    <message>
        <source>the name of a package, such as rich or django*</source>
        <translation>パッケージ名（例: rich、django*）</translation>
    </message>
    <message>
        <source>a name and a version, such as requests 2.31.0</source>
        <translation>名前とバージョン（例: requests 2.31.0）</translation>
    </message>
    <message>
        <source>a name and versions, such as rich &gt;=14,&lt;15</source>
        <translation>名前とバージョンの範囲（例: rich &gt;=14,&lt;15）</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>重大</translation>
    </message>
    <message>
        <source>never</source>
        <translation>しない</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ProgramNotices</name>
    <message>
        <source>Still running after %1: %2</source>
        <translation>%1 経過して実行中: %2</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Finished in %1: %2</source>
        <translation>完了（%1）: %2</translation>
    </message>
    <message>
        <source>%1 after %2: %3</source>
        <extracomment>{Timed out} after {5:00}: {r184}</extracomment>
        <translation>%1（%2）: %3</translation>
    </message>
    <message numerus="yes">
        <source>%n changes wait in %1</source>
        <translation>
            <numerusform>%1 に確認待ちの変更が %n 件あります</numerusform>
        </translation>
    </message>
    <message>
        <source>The folder is untouched so far.</source>
        <translation>フォルダーはまだ変わっていません。</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>確認する</translation>
    </message>
    <message>
        <source>A standing permission of %1 ended</source>
        <translation>%1 の継続の許可が終了しました</translation>
    </message>
    <message>
        <source>Its next run is asked.</source>
        <translation>次の実行から確認します。</translation>
    </message>
    <message>
        <source>%1 connected</source>
        <translation>%1 が接続しました</translation>
    </message>
    <message>
        <source>It asks before every run, unless you allow more.</source>
        <translation>あなたがそれ以上を許可しない限り、毎回確認します。</translation>
    </message>
    <message>
        <source>An unknown key was refused</source>
        <translation>不明なキーを拒否しました</translation>
    </message>
    <message>
        <source>A program on this computer tried to connect with a key that is not valid.</source>
        <translation>このコンピューターのプログラムが、有効でないキーで接続しようとしました。</translation>
    </message>
    <message>
        <source>Glovebox keeps running in the tray</source>
        <translation>Glovebox はトレイで動作を続けます</translation>
    </message>
    <message>
        <source>Clients can go on asking. Quit it in the tray&apos;s menu.</source>
        <translation>クライアントは引き続き要求できます。終了はトレイのメニューからできます。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Rail</name>
    <message>
        <source>Screens</source>
        <translation>画面</translation>
    </message>
    <message>
        <source>Workbench</source>
        <translation>ワークベンチ</translation>
    </message>
    <message>
        <source>Scratchpad</source>
        <translation>スクラッチ</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>変更の確認</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>実行記録</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>クライアント</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RailButton</name>
    <message>
        <source>%1+</source>
        <extracomment>More than %1</extracomment>
        <translation>%1+</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ReachStrip</name>
    <message>
        <source>In the code</source>
        <translation>コード上</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最大範囲</translation>
    </message>
    <message>
        <source>New</source>
        <translation>初回</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestNotices</name>
    <message>
        <source>read-write</source>
        <translation>読み書き</translation>
    </message>
    <message>
        <source>staged</source>
        <translation>確認後</translation>
    </message>
    <message numerus="yes">
        <source>reads %n file(s)</source>
        <translation>
            <numerusform>%n ファイルを読み取り</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>writes %n</source>
        <translation>
            <numerusform>%n ファイルに書き込み</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>writes 2 (staged)</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>paths not known</source>
        <translation>パスは不明</translation>
    </message>
    <message>
        <source>writes none</source>
        <translation>書き込みなし</translation>
    </message>
    <message>
        <source>adds %1</source>
        <translation>%1 を追加</translation>
    </message>
    <message>
        <source>1 minute left to answer %1</source>
        <translation>%1 への回答は残り 1 分です</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>確認する</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>{session}: {reach in words}</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1. %n more are waiting.</source>
        <translation>
            <numerusform>%1。ほかに %n 件。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestTab</name>
    <message>
        <source>%1 from %2</source>
        <translation>%2 の %1</translation>
    </message>
    <message numerus="yes">
        <source>%n requests from %1</source>
        <translation>
            <numerusform>%1 からの要求 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, waiting for you</source>
        <translation>%1、確認待ち</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestTabs</name>
    <message>
        <source>Waiting for you</source>
        <translation>確認待ち</translation>
    </message>
    <message>
        <source>Review together</source>
        <translation>まとめて確認</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestView</name>
    <message>
        <source>New here</source>
        <translation>初回</translation>
    </message>
    <message>
        <source>Nothing like it was allowed in this session before.</source>
        <translation>このセッションで同様のものを許可したことはありません。</translation>
    </message>
    <message>
        <source>outside its standing permission</source>
        <translation>継続の許可の範囲外</translation>
    </message>
    <message>
        <source>All code</source>
        <translation>全体</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>変数</translation>
    </message>
    <message>
        <source>Next note</source>
        <translation>次の指摘</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>コードをコピー</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>長い行を折り返す</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>折り返し</translation>
    </message>
    <message>
        <source>calls itself “%1”</source>
        <translation>自称「%1」</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 から</translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>指摘 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Time left %1</source>
        <translation>残り時間 %1</translation>
    </message>
    <message>
        <source>Keep waiting, %1 from %2</source>
        <translation>延長する、%2 の %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>書き込み先 %1</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>変更</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>すべての注意</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>編集</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Changes in %1</source>
        <translation>%1 の変更</translation>
    </message>
    <message>
        <source>Same code as %1, allowed %2</source>
        <translation>%2 に許可した %1 と同じコード</translation>
    </message>
    <message>
        <source>Changes since %1, allowed %2</source>
        <translation>%2 に許可した %1 からの変更</translation>
    </message>
    <message numerus="yes">
        <source>File %1, %n byte(s):</source>
        <translation>
            <numerusform>ファイル %1、%n バイト：</numerusform>
        </translation>
    </message>
    <message>
        <source>Gives back %1</source>
        <translation>%1 を返します</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ReviewPage</name>
    <message>
        <source>Nothing to review.</source>
        <translation>確認する変更はありません。</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>破棄…</translation>
    </message>
    <message>
        <source>Ctrl+Del</source>
        <translation>Ctrl+Del</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message numerus="yes">
        <source>%n write(s)</source>
        <translation>
            <numerusform>書き込み %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>反映先 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>変更 %n 件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n staged change(s)</source>
        <translation>
            <numerusform>確認待ちの変更 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Review — %1</source>
        <translation>変更の確認 — %1</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>変更の確認</translation>
    </message>
    <message>
        <source>%1 of %2 selected</source>
        <translation>%2 件中 %1 件を選択</translation>
    </message>
    <message>
        <source>Files that changed again since are left alone.</source>
        <translation>その後さらに変更されたファイルはそのまま残します。</translation>
    </message>
    <message numerus="yes">
        <source>Apply %n file(s)</source>
        <translation>
            <numerusform>%n ファイルを反映</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo %n file(s)</source>
        <translation>
            <numerusform>%n ファイルを元に戻す</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1.</source>
        <translation>
            <numerusform>%1 に %n ファイルを反映しました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are as before.</source>
        <translation>
            <numerusform>%n ファイルを元に戻しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation>Glovebox</translation>
    </message>
    <message numerus="yes">
        <source>Discard %n change(s)?</source>
        <translation>
            <numerusform>変更 %n 件を破棄しますか？</numerusform>
        </translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) discarded.</source>
        <translation>
            <numerusform>変更 %n 件を破棄しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 And %n more.</source>
        <translation>
            <numerusform>%1 ほか %n 件。</numerusform>
        </translation>
    </message>
    <message>
        <source>applied %1</source>
        <translation>%1 に反映</translation>
    </message>
    <message>
        <source>The folder is untouched so far. Applying can be undone for 30 days.</source>
        <translation>フォルダーはまだ変わっていません。反映は 30 日間元に戻せます。</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>変更点</translation>
    </message>
    <message>
        <source>discarded %1</source>
        <translation>%1 に破棄</translation>
    </message>
    <message>
        <source>What was discarded is kept for 7 days.</source>
        <translation>破棄した変更は 7 日間保持されます。</translation>
    </message>
    <message numerus="yes">
        <source>Stage %n file(s) again</source>
        <translation>
            <numerusform>%n ファイルを確認待ちに戻す</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) are staged again.</source>
        <translation>
            <numerusform>%n 件の変更を確認待ちに戻しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>The folder stays as it is. Discarding can be undone for 7 days.</source>
        <translation>フォルダーは変わりません。破棄は 7 日間、元に戻せます。</translation>
    </message>
    <message>
        <source>The file could not be read.</source>
        <translation>ファイルを読み取れませんでした。</translation>
    </message>
    <message>
        <source>“%1” is no text that can be edited here. Keep one of the two.</source>
        <translation>「%1」はここで編集できるテキストではありません。どちらかを残してください。</translation>
    </message>
    <message>
        <source>“%1” is staged as you edited it.</source>
        <translation>「%1」を編集した内容で確認待ちにしました。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RulesTable</name>
    <message>
        <source>%magics and !commands</source>
        <translation>%マジックと !コマンド</translation>
    </message>
    <message>
        <source>eval, exec and the like</source>
        <translation>eval・exec など</translation>
    </message>
    <message>
        <source>Imports of os, subprocess, socket …</source>
        <translation>os・subprocess・socket などのインポート</translation>
    </message>
    <message>
        <source>Patterns of commands and deletion</source>
        <translation>コマンド実行や削除のパターン</translation>
    </message>
    <message>
        <source>Installing packages</source>
        <translation>パッケージの追加</translation>
    </message>
    <message>
        <source>Rules for what is found in code</source>
        <translation>コードの指摘に対する規則</translation>
    </message>
    <message>
        <source>Whatever the rule, the sandbox stays as it is. “Ask” asks even under a standing permission.</source>
        <translation>どの規則でもサンドボックスの制限は変わりません。「確認」は、継続の許可があっても確認します。</translation>
    </message>
    <message>
        <source>Rules of</source>
        <translation>規則の対象</translation>
    </message>
    <message>
        <source>All clients</source>
        <translation>すべてのクライアント</translation>
    </message>
    <message>
        <source>As for all clients</source>
        <translation>全クライアントと同じ</translation>
    </message>
    <message>
        <source>Note only</source>
        <translation>指摘のみ</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒否</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunHeader</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation>この実行を停止</translation>
    </message>
    <message>
        <source>Run %1, %2</source>
        <translation>実行 %1、%2</translation>
    </message>
    <message>
        <source>More for this run</source>
        <translation>この実行のその他の操作</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunListModel</name>
    <message>
        <source>Now</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Earlier today</source>
        <translation>今日</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨日</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) in %1</source>
        <translation>
            <numerusform>%1 の実行 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>allowed by a standing permission</source>
        <translation>継続の許可による実行</translation>
    </message>
    <message numerus="yes">
        <source>Run %1, %2, %n second(s) of %3, %4, %5</source>
        <translation>
            <numerusform>実行 %1、%2、%3 秒中 %n 秒、%4、%5</numerusform>
        </translation>
    </message>
    <message>
        <source>Run %1, %2, %3, %4</source>
        <translation>実行 %1、%2、%3、%4</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunListView</name>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>ID をコピー</translation>
    </message>
    <message>
        <source>Copy title</source>
        <translation>タイトルをコピー</translation>
    </message>
    <message>
        <source>No runs today.</source>
        <translation>今日の実行はありません。</translation>
    </message>
    <message>
        <source>No run matches.</source>
        <translation>一致する実行はありません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunPage</name>
    <message>
        <source>Find in output</source>
        <translation>出力内を検索</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>末尾を追う</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>図</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>Save output</source>
        <translation>出力を保存</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunsPane</name>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>実行を絞り込む</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) today, %1 asked</source>
        <translation>
            <numerusform>今日の実行 %n 件、確認 %1 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>実行記録</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>時刻順</translation>
    </message>
    <message>
        <source>By session</source>
        <translation>セッション別</translation>
    </message>
    <message>
        <source>By client</source>
        <translation>クライアント別</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>状態別</translation>
    </message>
    <message>
        <source>Group runs</source>
        <translation>実行のグループ化</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ScratchPage</name>
    <message>
        <source>Notebooks and Python (*.ipynb *.py)</source>
        <translation>ノートブックと Python (*.ipynb *.py)</translation>
    </message>
    <message>
        <source>New scratchpad tab</source>
        <translation>新しいスクラッチのタブ</translation>
    </message>
    <message>
        <source>Open notebook…</source>
        <translation>ノートブックを開く…</translation>
    </message>
    <message>
        <source>Save notebook</source>
        <translation>ノートブックを保存</translation>
    </message>
    <message>
        <source>Save notebook as…</source>
        <translation>ノートブックを別名で保存…</translation>
    </message>
    <message>
        <source>Export as HTML…</source>
        <translation>HTML で書き出す…</translation>
    </message>
    <message>
        <source>Export as PDF…</source>
        <translation>PDF で書き出す…</translation>
    </message>
    <message>
        <source>Close scratchpad tab</source>
        <translation>スクラッチのタブを閉じる</translation>
    </message>
    <message>
        <source>Find in cells</source>
        <translation>セル内を検索</translation>
    </message>
    <message>
        <source>Replace in cells</source>
        <translation>セル内を置換</translation>
    </message>
    <message>
        <source>Toggle comment</source>
        <translation>コメントの切り替え</translation>
    </message>
    <message>
        <source>Undo in the cells</source>
        <translation>セルの操作を元に戻す</translation>
    </message>
    <message>
        <source>Split cell</source>
        <translation>セルを分割</translation>
    </message>
    <message>
        <source>Merge with the cell below</source>
        <translation>下のセルと結合</translation>
    </message>
    <message>
        <source>Move cell up</source>
        <translation>セルを上へ移動</translation>
    </message>
    <message>
        <source>Move cell down</source>
        <translation>セルを下へ移動</translation>
    </message>
    <message>
        <source>Run cell</source>
        <translation>セルを実行</translation>
    </message>
    <message>
        <source>Run cell and stay</source>
        <translation>セルを実行してとどまる</translation>
    </message>
    <message>
        <source>Run cell and insert one</source>
        <translation>セルを実行して 1 つ挿入</translation>
    </message>
    <message>
        <source>Run all cells</source>
        <translation>すべてのセルを実行</translation>
    </message>
    <message>
        <source>Run all above</source>
        <translation>上をすべて実行</translation>
    </message>
    <message>
        <source>Stop the cells</source>
        <translation>セルを停止</translation>
    </message>
    <message>
        <source>Choose session…</source>
        <translation>セッションを選ぶ…</translation>
    </message>
    <message>
        <source>Restart Python</source>
        <translation>Python を再起動</translation>
    </message>
    <message>
        <source>Restart and run all</source>
        <translation>再起動してすべて実行</translation>
    </message>
    <message>
        <source>New scratchpad</source>
        <translation>新しいスクラッチ</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>すべて実行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>再起動</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>変数</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>目次</translation>
    </message>
    <message>
        <source>Headings of text cells stand here.</source>
        <translation>テキストセルの見出しがここに並びます。</translation>
    </message>
    <message>
        <source>Unsaved documents are back as they were.</source>
        <translation>保存していなかった文書を元の状態に戻しました。</translation>
    </message>
    <message>
        <source>%1 — Scratchpad</source>
        <translation>%1 — スクラッチ</translation>
    </message>
    <message>
        <source>untitled %1</source>
        <translation>無題 %1</translation>
    </message>
    <message>
        <source>Not saved in a file yet</source>
        <translation>まだファイルに保存していません</translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation>%1、未保存</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>保存中…</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>ディスク側で変更あり</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 保存済み</translation>
    </message>
    <message>
        <source>Open notebook</source>
        <translation>ノートブックを開く</translation>
    </message>
    <message>
        <source>Export as PDF</source>
        <translation>PDF で書き出す</translation>
    </message>
    <message>
        <source>Export as HTML</source>
        <translation>HTML で書き出す</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>別名で保存…</translation>
    </message>
    <message>
        <source>%1 was changed on disk since it was opened.</source>
        <translation>%1 は開いた後にディスク側で変更されました。</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>上書き</translation>
    </message>
    <message>
        <source>Close document</source>
        <translation>文書を閉じる</translation>
    </message>
    <message>
        <source>%1 is not saved.</source>
        <translation>%1 は保存していません。</translation>
    </message>
    <message>
        <source>What ran stays in the journal.</source>
        <translation>実行したものは実行記録に残ります。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未起動</translation>
    </message>
    <message>
        <source>Starting Python…</source>
        <translation>Python を起動中…</translation>
    </message>
    <message>
        <source>Restarting…</source>
        <translation>再起動中…</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>待機</translation>
    </message>
    <message>
        <source>No session yet</source>
        <translation>セッションはまだありません</translation>
    </message>
    <message>
        <source>Session: %1</source>
        <translation>セッション: %1</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新しいセッション</translation>
    </message>
    <message>
        <source>Sessions of clients</source>
        <translation>クライアントのセッション</translation>
    </message>
    <message>
        <source>Use a client&apos;s session</source>
        <translation>クライアントのセッションを使う</translation>
    </message>
    <message>
        <source>Use the session %1 of %2?</source>
        <translation>%2 のセッション %1 を使いますか？</translation>
    </message>
    <message>
        <source>What you run there changes its variables and files, and the client will find them changed.</source>
        <translation>ここで実行すると、そのセッションの変数とファイルが変わり、クライアントからも変わって見えます。</translation>
    </message>
    <message>
        <source>Use this session</source>
        <translation>このセッションを使う</translation>
    </message>
    <message>
        <source>No client is connected that could see it.</source>
        <translation>見せられるクライアントが接続していません。</translation>
    </message>
    <message>
        <source>Show this cell to</source>
        <translation>このセルを見せる相手</translation>
    </message>
    <message>
        <source>%1 can read this cell as %2.</source>
        <translation>%1 はこのセルを %2 として読めます。</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>取り下げる</translation>
    </message>
    <message>
        <source>Scratchpad</source>
        <translation>スクラッチ</translation>
    </message>
    <message>
        <source>Redo in the cells</source>
        <translation>セルの操作をやり直す</translation>
    </message>
    <message>
        <source>Cut cells</source>
        <translation>セルを切り取る</translation>
    </message>
    <message>
        <source>Copy cells</source>
        <translation>セルをコピー</translation>
    </message>
    <message>
        <source>Paste cells</source>
        <translation>セルを貼り付け</translation>
    </message>
    <message>
        <source>Select all cells</source>
        <translation>すべてのセルを選択</translation>
    </message>
    <message>
        <source>Clear all outputs</source>
        <translation>すべての出力を消去</translation>
    </message>
    <message>
        <source>Run this cell and all below</source>
        <translation>このセルと以降をすべて実行</translation>
    </message>
    <message>
        <source>Show this cell to a client…</source>
        <translation>このセルをクライアントに見せる…</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近使ったファイル</translation>
    </message>
    <message>
        <source>Forget these</source>
        <translation>一覧を消去</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Open its text</source>
        <translation>テキストとして開く</translation>
    </message>
    <message>
        <source>Text of %1</source>
        <translation>%1 のテキスト</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SearchBar</name>
    <message>
        <source>Find in cells</source>
        <translation>セル内を検索</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>置換後の文字列</translation>
    </message>
    <message>
        <source>Upper and lower case differ</source>
        <translation>大文字と小文字を区別</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>単語</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>単語全体のみ</translation>
    </message>
    <message>
        <source>A regular expression</source>
        <translation>正規表現</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前へ</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>次へ</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>置換</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>すべて置換</translation>
    </message>
    <message>
        <source>Not a regular expression</source>
        <translation>正規表現ではありません</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>見つかりません</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) replaced.</source>
        <translation>
            <numerusform>%n か所を置換しました。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SessionModel</name>
    <message numerus="yes">
        <source>since %1, %n run(s)</source>
        <translation>
            <numerusform>%1 から、%n 回実行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SettingField</name>
    <message>
        <source>On</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>標準</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SettingRow</name>
    <message>
        <source>Reset</source>
        <translation>リセット</translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation>「%1」をリセット</translation>
    </message>
    <message>
        <source>%1 counts until Glovebox is started without it.</source>
        <translation>%1 を付けて起動しているため、外して起動するまではそちらが有効です。</translation>
    </message>
    <message>
        <source>Counts from the next start of Glovebox.</source>
        <translation>次回の起動から有効になります。</translation>
    </message>
    <message>
        <source>A number from %1 to %2 is needed.</source>
        <translation>%1～%2 の数を入力してください。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>分類</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>設定を検索</translation>
    </message>
    <message>
        <source>Start anew now</source>
        <translation>今すぐ起動し直す</translation>
    </message>
    <message>
        <source>No setting matches.</source>
        <translation>一致する設定はありません。</translation>
    </message>
    <message>
        <source>Asked now</source>
        <translation>現在の問い合わせ先</translation>
    </message>
    <message>
        <source>Who can reach it</source>
        <translation>アクセスできる範囲</translation>
    </message>
    <message>
        <source>Programs on this computer that have a key. Other computers cannot reach it, and no setting changes that.</source>
        <translation>キーを持つ、このコンピューター上のプログラムだけです。ほかのコンピューターからは届かず、どの設定でも変わりません。</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>秘密</translation>
    </message>
    <message>
        <source>In notifications and exports, what looks like a key or a password is masked. A secret of another shape is not found.</source>
        <translation>通知と書き出しでは、キーやパスワードらしいものを伏せます。それ以外の形の秘密は見つけられません。</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Glovebox never looks for updates by itself. They come the way it was installed.</source>
        <translation>Glovebox が自分から更新を調べることはありません。更新はインストールした方法で届きます。</translation>
    </message>
    <message>
        <source>Flags of the browser engine</source>
        <translation>ブラウザーエンジンのフラグ</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>ログ</translation>
    </message>
    <message>
        <source>Profile folder</source>
        <translation>プロファイルのフォルダー</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Open folder: %1</source>
        <translation>フォルダーを開く: %1</translation>
    </message>
    <message>
        <source>Remove content now</source>
        <translation>内容を今すぐ削除</translation>
    </message>
    <message>
        <source>Code, output and files of runs that are over; not that they were.</source>
        <translation>終わった実行のコード・出力・ファイルを削除します。実行の記録は残ります。</translation>
    </message>
    <message>
        <source>Purge now…</source>
        <translation>今すぐ削除…</translation>
    </message>
    <message>
        <source>Older than 30 days…</source>
        <translation>30 日より前…</translation>
    </message>
    <message>
        <source>Older than 7 days…</source>
        <translation>7 日より前…</translation>
    </message>
    <message>
        <source>All runs…</source>
        <translation>すべての実行…</translation>
    </message>
    <message>
        <source>No index.</source>
        <translation>インデックスなし。</translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation>エンジンは動作していません。</translation>
    </message>
    <message>
        <source>Some changes count from the next start.</source>
        <translation>次回の起動から有効になる変更があります。</translation>
    </message>
    <message>
        <source>Some changes count from the next start. %1</source>
        <translation>次回の起動から有効になる変更があります。%1</translation>
    </message>
    <message>
        <source>Remove the content of all runs?</source>
        <translation>すべての実行の内容を削除しますか？</translation>
    </message>
    <message numerus="yes">
        <source>Remove the content of runs older than %n days?</source>
        <translation>
            <numerusform>%n 日より前の実行の内容を削除しますか？</numerusform>
        </translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation>Glovebox</translation>
    </message>
    <message>
        <source>It cannot be brought back.</source>
        <translation>元に戻せません。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message numerus="yes">
        <source>The content of %n run(s) was removed.</source>
        <translation>
            <numerusform>%n 件の内容を削除しました。</numerusform>
        </translation>
    </message>
    <message>
        <source>No program opens folders here: %1</source>
        <translation>フォルダーを開くプログラムがありません: %1</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation>マウント</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Clients and port</source>
        <translation>クライアントとポート</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外観</translation>
    </message>
    <message>
        <source>Journal and privacy</source>
        <translation>実行記録とプライバシー</translation>
    </message>
    <message>
        <source>Start-up</source>
        <translation>起動</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>キーボード</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>When a client asks</source>
        <translation>クライアントが求めたとき</translation>
    </message>
    <message>
        <source>What appears while you work in another window. It never takes the keyboard.</source>
        <translation>ほかのウィンドウで作業中の表示方法です。キーボード入力を奪うことはありません。</translation>
    </message>
    <message>
        <source>Window and notification</source>
        <translation>ウィンドウと通知</translation>
    </message>
    <message>
        <source>Notification only</source>
        <translation>通知のみ</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>どちらも表示しない</translation>
    </message>
    <message>
        <source>Time to answer</source>
        <translation>回答の期限</translation>
    </message>
    <message>
        <source>After it nothing runs, and the client hears “no answer”.</source>
        <translation>過ぎると何も実行せず、クライアントには「応答なし」と伝えます。</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分</translation>
    </message>
    <message>
        <source>0 waits for ever.</source>
        <translation>0 は無期限です。</translation>
    </message>
    <message>
        <source>Offer only “This run only”</source>
        <translation>「この実行のみ」だけを選べるようにする</translation>
    </message>
    <message>
        <source>No permission for a session or for a time can be given.</source>
        <translation>セッション単位や時間単位の許可はできなくなります。</translation>
    </message>
    <message>
        <source>Notes in the code</source>
        <translation>コードの指摘</translation>
    </message>
    <message>
        <source>What the code seems to do is written beside its lines before you decide.</source>
        <translation>コードがしようとしていることを、判断の前に行の横に示します。</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>すべての指摘</translation>
    </message>
    <message>
        <source>Only those worth a look</source>
        <translation>確認が必要なもののみ</translation>
    </message>
    <message>
        <source>A notification of the desktop, while no window of Glovebox is active.</source>
        <translation>Glovebox のウィンドウを使っていない間に、デスクトップの通知で知らせます。</translation>
    </message>
    <message>
        <source>Tell of long runs</source>
        <translation>長い実行を知らせる</translation>
    </message>
    <message>
        <source>Tell of changes to review</source>
        <translation>確認待ちの変更を知らせる</translation>
    </message>
    <message>
        <source>Tell when a standing permission ended</source>
        <translation>継続の許可の終了を知らせる</translation>
    </message>
    <message>
        <source>Tell of a client that connects</source>
        <translation>クライアントの接続を知らせる</translation>
    </message>
    <message>
        <source>Tell of refused keys</source>
        <translation>拒否したキーを知らせる</translation>
    </message>
    <message>
        <source>Execution time of a run</source>
        <translation>実行時間の上限</translation>
    </message>
    <message>
        <source>When a client names none. Waiting for you and installing do not count. For sessions that are made from now on.</source>
        <translation>クライアントが指定しない場合の値です。確認待ちとインストールの時間は含みません。これから作るセッションに適用します。</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Memory of a session</source>
        <translation>セッションのメモリ</translation>
    </message>
    <message>
        <source>Python gets a MemoryError beyond it. For sessions that are made from now on.</source>
        <translation>超えると Python に MemoryError が起きます。これから作るセッションに適用します。</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Files of a session</source>
        <translation>セッションのファイル</translation>
    </message>
    <message>
        <source>Under /session and everywhere else outside of shared folders; they are in memory and end with it.</source>
        <translation>/session など、共有フォルダー以外に置くファイルです。メモリ上にあり、セッションとともに消えます。</translation>
    </message>
    <message>
        <source>Sessions at the same time</source>
        <translation>同時に動くセッション</translation>
    </message>
    <message>
        <source>Beyond it, the one that was not used for longest gives up its process and its variables.</source>
        <translation>超えると、最も長く使われていないセッションがプロセスと変数を手放します。</translation>
    </message>
    <message>
        <source>Idle sessions give their memory back after</source>
        <translation>使われないセッションがメモリを返すまで</translation>
    </message>
    <message>
        <source>Their variables are lost then; their next run says so.</source>
        <translation>変数は失われ、次の実行でその旨を伝えます。</translation>
    </message>
    <message>
        <source>0 keeps them for ever.</source>
        <translation>0 は返しません。</translation>
    </message>
    <message>
        <source>Keep a Python ready</source>
        <translation>Python を準備しておく</translation>
    </message>
    <message>
        <source>The next new session starts at once. Switched off, no Python process is alive while nothing runs.</source>
        <translation>次の新しいセッションがすぐに始まります。オフにすると、何も実行していない間は Python のプロセスを持ちません。</translation>
    </message>
    <message>
        <source>Tell clients where folders are</source>
        <translation>フォルダーの場所をクライアントに知らせる</translation>
    </message>
    <message>
        <source>They see /mnt/NAME; with this also the path on this computer, which may hold your name.</source>
        <translation>通常は /mnt/名前 だけが見えます。オンにすると、あなたの名前を含みうる、このコンピューター上のパスも見えます。</translation>
    </message>
    <message>
        <source>Space for undoing</source>
        <translation>取り消しのための容量</translation>
    </message>
    <message>
        <source>What files were before runs changed them is kept for 30 days, and at most so much of it; as much again for changes that you applied.</source>
        <translation>実行が変える前のファイルを、30 日間、この容量まで残します。反映した変更についても同じ容量を別に使います。</translation>
    </message>
    <message>
        <source>0 keeps nothing: then nothing can be undone.</source>
        <translation>0 は何も残さず、取り消しもできません。</translation>
    </message>
    <message>
        <source>One run may write</source>
        <translation>1 回の実行で書き込める量</translation>
    </message>
    <message>
        <source>In each folder; then writing fails with “no space left”. For runs that begin from now on.</source>
        <translation>フォルダーごとの上限です。超えると「空き容量なし」で失敗します。これから始まる実行に適用します。</translation>
    </message>
    <message>
        <source>One run may make</source>
        <translation>1 回の実行で作れるファイル</translation>
    </message>
    <message>
        <source>In each folder. For runs that begin from now on.</source>
        <translation>フォルダーごとの上限です。これから始まる実行に適用します。</translation>
    </message>
    <message>
        <source>files</source>
        <translation>個</translation>
    </message>
    <message>
        <source>Only bundled packages</source>
        <translation>同梱のパッケージのみ</translation>
    </message>
    <message>
        <source>Whatever is not part of Glovebox is refused. Else you are asked. Rules for single packages are on the screen Packages.</source>
        <translation>同梱以外は拒否します。オフなら確認します。パッケージごとの規則は［パッケージ］画面にあります。</translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation>オフラインで使う</translation>
    </message>
    <message>
        <source>Nothing is fetched: bundled packages, the cache and folders of this computer still work.</source>
        <translation>何も取得しません。同梱のパッケージ、キャッシュ、このコンピューターのフォルダーは使えます。</translation>
    </message>
    <message>
        <source>Addresses of indexes</source>
        <translation>インデックスのアドレス</translation>
    </message>
    <message>
        <source>One a line, asked in this order; the first that knows a package counts. Empty: what pip on this computer uses.</source>
        <translation>1 行に 1 つ。上から順に問い合わせ、最初に見つかったものを使います。空の場合は、このコンピューターの pip の設定を使います。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>ポート</translation>
    </message>
    <message>
        <source>Glovebox listens on 127.0.0.1 only, never for other computers. Clients that it connected get the new address; restart them once.</source>
        <translation>127.0.0.1 だけで受け付け、ほかのコンピューターからは届きません。接続済みのクライアントには新しいアドレスが書き込まれます。一度再起動してください。</translation>
    </message>
    <message>
        <source>How long clients wait</source>
        <translation>クライアントの待ち時間</translation>
    </message>
    <message>
        <source>A call that takes longer answers with its state, and the client asks again. One line for each: part of its name, “=”, seconds.</source>
        <translation>それより長くかかる呼び出しには状態を返し、クライアントが改めて問い合わせます。1 行に 1 つ、名前の一部、「=」、秒数を書きます。</translation>
    </message>
    <message>
        <source>Ask inside clients, too</source>
        <translation>クライアント内でも知らせる</translation>
    </message>
    <message>
        <source>Clients that can show a question say that a run waits. There it can only be denied, never allowed.</source>
        <translation>質問を表示できるクライアントは、確認待ちを知らせます。そこでは拒否だけができ、許可はできません。</translation>
    </message>
    <message>
        <source>Show runs inside clients</source>
        <translation>クライアント内に実行を表示</translation>
    </message>
    <message>
        <source>Clients that show views of MCP Apps get one for each result.</source>
        <translation>MCP Apps のビューに対応するクライアントに、結果ごとのビューを送ります。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>Light or dark, or as the system has it.</source>
        <translation>ライト、ダーク、またはシステムに合わせます。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Of everything that you read. Texts for models are always English.</source>
        <translation>あなたが読むすべての文の言語です。モデル向けの文は常に英語です。</translation>
    </message>
    <message>
        <source>Font of code and output</source>
        <translation>コードと出力のフォント</translation>
    </message>
    <message>
        <source>The usual one shows Japanese, Chinese and Korean in exactly two columns, so that tables line up.</source>
        <translation>標準のフォントは日本語・中国語・韓国語をちょうど 2 桁で表示するため、表が揃います。</translation>
    </message>
    <message>
        <source>Size of code and output</source>
        <translation>コードと出力の文字サイズ</translation>
    </message>
    <message>
        <source>Grows with the font size of the system.</source>
        <translation>システムの文字サイズに応じて大きくなります。</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>ピクセル</translation>
    </message>
    <message>
        <source>Keep the content of runs for</source>
        <translation>実行の内容を残す期間</translation>
    </message>
    <message>
        <source>Code, output and files are removed after that. That a run was, when, whose and how it ended stays.</source>
        <translation>過ぎるとコード・出力・ファイルを削除します。実行があったこと、日時、誰のものか、結果は残ります。</translation>
    </message>
    <message>
        <source>days</source>
        <translation>日</translation>
    </message>
    <message>
        <source>0 keeps it for ever.</source>
        <translation>0 は無期限です。</translation>
    </message>
    <message>
        <source>Space for outputs and plots</source>
        <translation>出力と図の容量</translation>
    </message>
    <message>
        <source>Beyond it the oldest ones go first.</source>
        <translation>超えると古いものから削除します。</translation>
    </message>
    <message>
        <source>0 sets no bound.</source>
        <translation>0 は上限なしです。</translation>
    </message>
    <message>
        <source>Start in the tray when I sign in</source>
        <translation>サインイン時にトレイで起動</translation>
    </message>
    <message>
        <source>Clients find Glovebox running, and nothing opens until one asks.</source>
        <translation>クライアントからいつでも使え、求められるまで何も開きません。</translation>
    </message>
    <message>
        <source>Start without opening the window</source>
        <translation>ウィンドウを開かずに起動</translation>
    </message>
    <message>
        <source>Whenever it is started, it goes to the tray; a second start opens the window.</source>
        <translation>起動するとトレイに入ります。もう一度起動するとウィンドウが開きます。</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>トレイのアイコン</translation>
    </message>
    <message>
        <source>Without it, closing the window minimises it.</source>
        <translation>表示しない場合、ウィンドウを閉じると最小化します。</translation>
    </message>
    <message>
        <source>What the log says</source>
        <translation>ログの詳しさ</translation>
    </message>
    <message>
        <source>Never code, output or keys.</source>
        <translation>コード・出力・キーは記録しません。</translation>
    </message>
    <message>
        <source>Warnings only</source>
        <translation>警告のみ</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>動作の記録</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>動きを減らす</translation>
    </message>
    <message>
        <source>The mark of what runs stands still. Times and progress go on. A desktop that asks for this is followed anyway.</source>
        <translation>実行中の印が動かなくなります。時間と進行状況の表示は続きます。デスクトップの設定で動きを減らしている場合は、それに従います。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ShareFolderDialog</name>
    <message>
        <source>Share a folder</source>
        <translation>フォルダーを共有</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Python sees it at /mnt/</source>
        <translation>Python から見える場所 /mnt/</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>Python may read it and change its files at once.</source>
        <translation>Python は読み書きできます。ファイルは直ちに変わります。</translation>
    </message>
    <message>
        <source>Python may read it. It cannot write.</source>
        <translation>Python は読み取れます。書き込みはできません。</translation>
    </message>
    <message>
        <source>I have read this and want to share it</source>
        <translation>内容を確認したうえで共有します</translation>
    </message>
    <message>
        <source>Python may read it. What it writes waits for your review.</source>
        <translation>Python は読み取れます。書き込みはあなたの確認を待ちます。</translation>
    </message>
    <message>
        <source>Who may use it</source>
        <translation>使えるクライアント</translation>
    </message>
    <message>
        <source>All clients</source>
        <translation>すべてのクライアント</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ShortcutTable</name>
    <message>
        <source>Reset all keys</source>
        <translation>すべてのキーをリセット</translation>
    </message>
    <message>
        <source>Key of “%1”</source>
        <translation>「%1」のキー</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>リセット</translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation>「%1」をリセット</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Shortcuts</name>
    <message>
        <source>A key that types something needs Ctrl or Alt with it.</source>
        <translation>文字を入力するキーには Ctrl か Alt が必要です。</translation>
    </message>
    <message>
        <source>%1 is “%2” already.</source>
        <translation>%1 は「%2」で使われています。</translation>
    </message>
    <message>
        <source>%1 is kept for deciding about requests.</source>
        <translation>%1 は要求の判断のために空けてあります。</translation>
    </message>
    <message>
        <source>There is no such key any more.</source>
        <translation>そのキーはもうありません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SidePane</name>
    <message>
        <source>This run</source>
        <translation>この実行</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>フォルダーを追加</translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation>マウント</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::StatusLine</name>
    <message>
        <source>Copy the address</source>
        <translation>アドレスをコピー</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::StatusModel</name>
    <message>
        <source>Listening on %1</source>
        <translation>%1 で受付中</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>受付停止中</translation>
    </message>
    <message>
        <source>No clients yet</source>
        <translation>クライアント未接続</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>クライアント %n</numerusform>
        </translation>
    </message>
    <message>
        <source>All clients paused</source>
        <translation>全クライアント一時停止中</translation>
    </message>
    <message>
        <source>Asks before every run</source>
        <translation>毎回確認する</translation>
    </message>
    <message>
        <source>No standing permissions</source>
        <translation>継続の許可なし</translation>
    </message>
    <message numerus="yes">
        <source>%n standing permission(s)</source>
        <translation>
            <numerusform>継続の許可 %n 件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) · %1 of %2 GB</source>
        <translation>
            <numerusform>セッション %n · %1 / %2 GB</numerusform>
        </translation>
    </message>
    <message>
        <source>Sandbox on</source>
        <translation>サンドボックス有効</translation>
    </message>
    <message>
        <source>Sandbox not measured yet</source>
        <translation>サンドボックス未確認</translation>
    </message>
    <message>
        <source>Sandbox reduced</source>
        <translation>サンドボックス一部無効</translation>
    </message>
    <message>
        <source>Sandbox off</source>
        <translation>サンドボックス無効</translation>
    </message>
    <message>
        <source>Python %1</source>
        <translation>Python %1</translation>
    </message>
    <message>
        <source>The sandbox did not start: %1. Nothing runs.</source>
        <translation>サンドボックスを起動できません: %1。何も実行しません。</translation>
    </message>
    <message>
        <source>Started as root: Chromium’s own sandbox is off.</source>
        <translation>root で起動: Chromium のサンドボックスは無効です。</translation>
    </message>
    <message>
        <source>The journal cannot be written: %1. Nothing runs until it can.</source>
        <translation>実行記録に書き込めません: %1。復旧まで何も実行しません。</translation>
    </message>
    <message>
        <source>Port %1 is taken: not listening. Use another port and update clients?</source>
        <translation>ポート %1 は使用中のため待機していません。別のポートにしてクライアントを更新しますか？</translation>
    </message>
    <message>
        <source>Python runs in a sealed process, and the browser around it has no network.</source>
        <translation>Python は密閉されたプロセスで動き、それを包むブラウザーにはネットワークがありません。</translation>
    </message>
    <message>
        <source>The browser around it is not cut off from your files.</source>
        <translation>それを包むブラウザーは、あなたのファイルから切り離されていません。</translation>
    </message>
    <message>
        <source>The browser around it may open none of your files.</source>
        <translation>それを包むブラウザーは、あなたのファイルを一つも開けません。</translation>
    </message>
    <message>
        <source>Your files do not exist for the browser around it.</source>
        <translation>あなたのファイルは、それを包むブラウザーからは存在しません。</translation>
    </message>
    <message>
        <source>Your files do not exist for the browser around it, and it may open none.</source>
        <translation>あなたのファイルは、それを包むブラウザーからは存在せず、開くこともできません。</translation>
    </message>
    <message>
        <source>No sessions</source>
        <translation>セッションなし</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableDiffModel</name>
    <message>
        <source>%1, was %2</source>
        <translation>%1、変更前は %2</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableDiffView</name>
    <message>
        <source>Changed rows</source>
        <translation>変更された行</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableList</name>
    <message>
        <source>Tables</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation>表 %1</translation>
    </message>
    <message>
        <source>%1, %2 of %3 rows, %4 columns</source>
        <extracomment>{name}, {a} of {b} rows, {c} columns</extracomment>
        <translation>%1、%3 行中 %2 行、%4 列</translation>
    </message>
    <message>
        <source>This run showed no table.</source>
        <translation>この実行は表を表示していません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableWindow</name>
    <message>
        <source>%1 — Glovebox</source>
        <translation>%1 — Glovebox</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>行を絞り込む</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Save CSV…</source>
        <translation>CSV を保存…</translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3 columns</source>
        <translation>%2 行中 %1 行、%3 列</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TextDiffView</name>
    <message>
        <source>Changes, %1 lines added, %2 removed</source>
        <translation>変更内容、追加 %1 行、削除 %2 行</translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged line(s)</source>
        <translation>
            <numerusform>変更なし %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ThisRunPanel</name>
    <message>
        <source>Reads</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>パッケージ</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>ネットワーク</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>セッション</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>遮断</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>この実行</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>終了済み</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Timeline</name>
    <message numerus="yes">
        <source>Runs per hour: %n run(s)</source>
        <translation>
            <numerusform>1 時間ごとの実行：%n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, chosen: %2 to %3</source>
        <translation>%1、選択中：%2 から %3</translation>
    </message>
    <message>
        <source>%1: %2 complete, %3 failed, %4 denied or without an answer</source>
        <translation>%1：完了 %2、失敗 %3、拒否または応答なし %4</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Tray</name>
    <message>
        <source>Open Glovebox</source>
        <translation>Glovebox を開く</translation>
    </message>
    <message>
        <source>Quiet for</source>
        <translation>通知を止める</translation>
    </message>
    <message>
        <source>30 min</source>
        <translation>30 分</translation>
    </message>
    <message>
        <source>2 hours</source>
        <translation>2 時間</translation>
    </message>
    <message>
        <source>until tomorrow</source>
        <translation>明日まで</translation>
    </message>
    <message>
        <source>Notify</source>
        <translation>通知する</translation>
    </message>
    <message>
        <source>Pause all clients</source>
        <translation>全クライアントを一時停止</translation>
    </message>
    <message>
        <source>Stop everything</source>
        <translation>すべて停止</translation>
    </message>
    <message>
        <source>Quit Glovebox</source>
        <translation>Glovebox を終了</translation>
    </message>
    <message>
        <source>Sandbox off, or an error</source>
        <translation>サンドボックス無効・エラー</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>確認待ち</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>待機</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>Glovebox: %1</source>
        <translation>Glovebox: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>クライアント %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>受付停止中</translation>
    </message>
    <message>
        <source>Listening · %1 · %2 running</source>
        <translation>受付中 · %1 · 実行中 %2</translation>
    </message>
    <message numerus="yes">
        <source>Review %n waiting…</source>
        <translation>
            <numerusform>確認待ち %n 件を見る…</numerusform>
        </translation>
    </message>
    <message>
        <source>Revoke standing permissions (%1)</source>
        <translation>継続の許可を取り消す（%1）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>実行中: %1</translation>
    </message>
    <message numerus="yes">
        <source>Running: %n run(s)</source>
        <translation>
            <numerusform>実行中: %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation>この実行を停止</translation>
    </message>
    <message>
        <source>Stop %1, %2</source>
        <translation>%1 を停止、%2</translation>
    </message>
    <message>
        <source>New scratchpad</source>
        <translation>新しいスクラッチ</translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation>マウント</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::VariableModel</name>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::VariablesPane</name>
    <message>
        <source>Open table</source>
        <translation>表を開く</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>変数</translation>
    </message>
    <message>
        <source>Filter variables</source>
        <translation>変数を絞り込む</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>No variables yet.</source>
        <translation>変数はまだありません。</translation>
    </message>
    <message>
        <source>No variable matches.</source>
        <translation>一致する変数はありません。</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WaitingList</name>
    <message>
        <source>Waiting for you</source>
        <translation>確認待ち</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WaitingModel</name>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>%1 waits for you: %2, %3, %4</source>
        <translation>%1 は確認待ち: %2、%3、%4</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WaitingPane</name>
    <message>
        <source>New here</source>
        <translation>初回</translation>
    </message>
    <message>
        <source>outside its standing permission</source>
        <translation>継続の許可の範囲外</translation>
    </message>
    <message>
        <source>Nothing is waiting.</source>
        <translation>確認待ちはありません。</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>確認待ち</translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WorkPanes</name>
    <message>
        <source>Drag to move this pane</source>
        <translation>ドラッグしてこのペインを移動</translation>
    </message>
</context>
<context>
    <name>ui::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
</context>
</TS>
