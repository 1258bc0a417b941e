<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Approval</name>
    <message>
        <source>%1, read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, read-write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n folders</source>
        <translation>
            <numerusform>%n folder</numerusform>
            <numerusform>%n folders</numerusform>
        </translation>
    </message>
    <message>
        <source>None new</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n packages</source>
        <translation>
            <numerusform>%n package</numerusform>
            <numerusform>%n packages</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 asks to write a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks to install packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks to run Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asked %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>code starts with “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls itself “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Minutes and seconds, as in &quot;1 minute 42 seconds&quot;</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer in %1: nothing ran. %2 was told “no answer”, not “denied”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 took this request back. Nothing ran.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is read-write: this run changes your files at once. It can be undone for 30 days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is read-write: this run changes your files at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are read-write: this run changes your files at once. It can be undone for 30 days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are read-write: this run changes your files at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow and write to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow for this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 in the code; at most %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share this folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow for this client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow these packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks to use a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks to run %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; new in this session</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>names %1, which is not shared: will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes %1, which is read-only: will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes %1, staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes %1 at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletes files whose names are not in the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletes in %1, which is read-only: will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletes in %1, staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletes in %1 at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs the command “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uses %1, which only notebooks know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs text as code (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imports what the code works out first (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uses something by a name that it works out (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads its own variables by name (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imports %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts threads (%1): will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loads objects that can run code (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reaches for JavaScript (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reaches for memory and native code (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>walks into Python’s inside (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uses %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looks into the interpreter (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changes what other code uses (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads environment variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tries the network (%1): will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>installs %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not installed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opens %1, which is in none of your folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opens a file that usually holds secrets: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs text that it decodes first (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decodes a text (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds %1 characters that nobody can read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>puts a text together from characters (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a character that cannot be seen (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a character that turns the text around (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has a control character (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” only looks like “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has code far to the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not end by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>makes more than memory can hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the code has %1 lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is no Python, will fail: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nests too deeply: will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the client asked to skip rules: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paths not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opens files whose names are not in the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes files whose names are not in the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts other programs (%1): will fail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ends the session’s Python (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The code could not be read beforehand: treat what it does as unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more notes than are shown</source>
        <translation>
            <numerusform>%n more note than is shown</numerusform>
            <numerusform>%n more notes than are shown</numerusform>
        </translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None new</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n packages</source>
        <translation>
            <numerusform>%n package</numerusform>
            <numerusform>%n packages</numerusform>
        </translation>
    </message>
    <message>
        <source>tries it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JournalTexts</name>
    <message>
        <source>after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by a standing permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by you, this run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by you, for this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by you, %1</source>
        <extracomment>{scope} is how far a permission reaches, as it is recorded</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied by the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken back by client</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) on the code</source>
        <translation>
            <numerusform>%n note on the code</numerusform>
            <numerusform>%n notes on the code</numerusform>
        </translation>
    </message>
    <message>
        <source>The code could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started, session %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error: %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n file(s) to %1</source>
        <translation>
            <numerusform>Wrote %n file to %1</numerusform>
            <numerusform>Wrote %n files to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n file(s) in %1</source>
        <translation>
            <numerusform>Read %n file in %1</numerusform>
            <numerusform>Read %n files in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Loaded %n package(s)</source>
        <translation>
            <numerusform>Loaded %n package</numerusform>
            <numerusform>Loaded %n packages</numerusform>
        </translation>
    </message>
    <message>
        <source>The session restarted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You removed its content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its content was removed: older or more than is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in names of files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notebook (.ipynb)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Notebook</name>
    <message>
        <source>%1 is not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is larger than %2 MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook cannot be read: cell %1 is not as nbformat 4 says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook of nbformat 3 has several worksheets. Open and save it in Jupyter first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook is in the old format 3. Saving writes format 4.5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook is in format 4.%1, which is newer than 4.5. What is not known here is kept as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook is written in %1. It can be read and edited here, and not run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook is in format %1. Glovebox reads formats 3 and 4. Open and save it in Jupyter first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook is larger than %1 MB. Clear its outputs in Jupyter first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is no notebook: it does not say its nbformat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is no notebook: it has no cells.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook has more than %1 cells.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file cannot be read: its JSON is broken in line %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is not text in UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file has more than %1 cells.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This document has no file yet. Choose one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is open in another tab. Close it there, or choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program. Read it again, overwrite it, or save under another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes are not kept safe: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[picture not loaded: %1]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[an output of a kind that cannot be shown]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[a page that needs scripts, which are left out]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is damaged, or of another version of Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A document that was open could not be brought back: %1. What was kept of it is in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A document that was open could not be brought back: %1. What was kept of it is still in %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PageWindow</name>
    <message>
        <source>This page has no network and no access to your sessions or files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Two sentences after one another</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page wanted to load things from the network; they were not loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — page of %2 — Glovebox</source>
        <extracomment>%1 is the page&apos;s title, %2 the run: &quot;Sales — page of r184 — Glovebox&quot;</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page ended by itself. Close this window and open the page again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chart takes data from %1, which is out of its reach: pages have no network and no files. Let Python read the data and give it to the chart.</source>
        <extracomment>%1 is an address or the name of a file</extracomment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunTexts</name>
    <message>
        <source>Queued, next in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued, number %1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>An exception&apos;s class and text: KeyError: &apos;total&apos;</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by you %1, for this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by you %1, this run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allowed by a standing permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed without asking, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in %1</source>
        <translation>
            <numerusform>%n file in %1</numerusform>
            <numerusform>%n files in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s)</source>
        <translation>
            <numerusform>%n more file</numerusform>
            <numerusform>%n more files</numerusform>
        </translation>
    </message>
    <message>
        <source>None new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed by you %1, for this client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edited and allowed by you %1, this run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaitingModel</name>
    <message>
        <source>%1, staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, read-write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Killed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken back by client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>Two short facts side by side, as in &quot;r184 · sales-q3&quot;</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>A day without its year, as Qt writes dates: d MMM is &quot;14 Sep&quot;, M月d日 is &quot;9月14日&quot;</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMM yyyy HH:mm:ss</source>
        <extracomment>A day and a time of it, as Qt writes dates: 14 Sep 2026 10:47:12</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox</name>
    <message>
        <source>Anyone on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox&apos;s own files are not complete. Run installer/run again, or reinstall the package.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox does not start as root: Chromium&apos;s sandbox would be off. Start it as an ordinary account, or use installer/run, which makes one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The standing permissions in %1 cannot be read, so none of them counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox runs already with this profile. Options count at its start only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no display here. Start Glovebox in your desktop session, or without a window: glovebox --headless.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Application</name>
    <message>
        <source>Command line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Changes</name>
    <message>
        <source>a former client</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ClientConfiguration</name>
    <message>
        <source>No client is called “%1”. Known: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a link to a file that is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a link to a folder that is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no ordinary file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 belongs to another account.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is too large for a configuration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no text file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program meanwhile. Nothing was written; look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not valid JSON in line %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds no JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” in it is no JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no entry of Glovebox in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not valid TOML in line %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It already holds %1 in a form that Glovebox does not change. Take that away, or copy the lines.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Clients</name>
    <message>
        <source>%1 could not be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::CommandLine</name>
    <message>
        <source>Shows this help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts in the tray, without opening the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs without a window. Nobody can be asked, so every run is denied unless --approve says otherwise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listens on 127.0.0.1:&lt;N&gt; (default 8420; 0: any free port).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes addresses and a key to &lt;F&gt; (JSON, mode 0600) once it listens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps all state in &lt;DIR&gt;, which only you may enter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether runs are asked for: ask, deny, or (only with --headless) allow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off: everybody on this computer may ask, without a key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares a folder as /mnt/NAME: ro, staged (default) or rw. Can be repeated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With key add: the key may stand in the address, /k/KEY/mcp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A key needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--address goes with key add only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write: glovebox key add NAME [--address], glovebox key list, or glovebox key revoke NAME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--port takes a number from 0 to 65535, not “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--mount gives the name “%1” to two folders.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--approve takes ask, allow or deny, not “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--approve allow works only with --headless: where a window is, you are asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--auth off and --approve allow together would run anybody&apos;s code unasked. Choose one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--tray and --headless exclude each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--auth takes on or off, not “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents to open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 --help shows what there is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usage: glovebox [options] [documents]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares the folder of --mount NAME although it holds keys, passwords or parts of the system. Can be repeated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With connect: shows what would be written, and writes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With connect: takes Glovebox out of that client again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write: glovebox connect CLIENT [--dry-run|--remove].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--dry-run and --remove go with connect only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write: glovebox journal verify, or glovebox journal export [jsonl|md|ipynb|html].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs Python that language models wrote, in a sealed sandbox, after you allowed it.

glovebox key add NAME [--address] | key list | key revoke NAME
glovebox connect CLIENT [--dry-run|--remove]
glovebox journal verify | journal export [jsonl|md|ipynb|html]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--%1 names nothing.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Commands</name>
    <message>
        <source>Key of “%1”, shown only now. Glovebox stores its hash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address with the key in it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For Claude Code:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>revoked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No valid key is named “%1”. `glovebox key list` shows them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) checked, nothing was changed.</source>
        <translation>
            <numerusform>%n row checked, nothing was changed.</numerusform>
            <numerusform>%n rows checked, nothing was changed.</numerusform>
        </translation>
    </message>
    <message>
        <source>Standard output cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) checked, nothing was changed.</source>
        <translation>
            <numerusform>%n file checked, nothing was changed.</numerusform>
            <numerusform>%n files checked, nothing was changed.</numerusform>
        </translation>
    </message>
    <message>
        <source>The key is a password: keep what this output went to from other accounts. For a file: `chmod 600 FILE`, or `umask 077` beforehand.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ConnectCommand</name>
    <message>
        <source>%1 is not connected to Glovebox.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox is not running, so the connection was not tested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The test failed, so nothing was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart %1 once after connecting.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Connector</name>
    <message>
        <source>Glovebox does not listen, so only glovebox-bridge can reach it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python did not answer. The journal has the run %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The configuration of %1 changed since it was shown. Nothing was written; look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Controls</name>
    <message>
        <source>a former client</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Desktop</name>
    <message>
        <source>Glovebox cannot start</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Listening on a new port, and %n clients were given it. Restart them once.</source>
        <translation>
            <numerusform>Listening on a new port, and %n client was given it. Restart it once.</numerusform>
            <numerusform>Listening on a new port, and %n clients were given it. Restart them once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) to review</source>
        <translation>
            <numerusform>%n change to review</numerusform>
            <numerusform>%n changes to review</numerusform>
        </translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 ran %n times under this permission.</source>
        <translation>
            <numerusform>%1 ran once under this permission.</numerusform>
            <numerusform>%1 ran %n times under this permission.</numerusform>
        </translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnostics were copied. Read them through before you send them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language changes when the code that you edit was decided.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is not the name of a package.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is made of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licences of its parts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Preferences</name>
    <message>
        <source>Choose one minute at least, or 0 to wait for ever.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not understood. Write a name, “=” and 1 to %2 seconds, as in “cline=50”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no setting “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A whole number is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number from %1 to %2 is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” cannot be chosen here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something runs or waits. It can be started anew when nothing does.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Records</name>
    <message>
        <source>The code of %1 was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its run was not taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its only run is over.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::Scratch</name>
    <message>
        <source>Glovebox is closing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python did not start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The session was closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table has more than 64 MiB as text. Filter it, or let code write the file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::approval::Grants</name>
    <message>
        <source>asks for another folder: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks to write to %1 at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks to write to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks for another package: %1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks for more time: %1 s, was %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>asks for more memory: %1 MB, was %2 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request can be allowed once only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder that is written at once can be permitted for one session only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its code could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its code has a new kind of note</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::approval::Queue</name>
    <message>
        <source>This request is no longer waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request changed after it was shown. Look at it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request can be allowed once only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A note has at most %1 characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was changed by hand can be allowed once only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request is not for a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only code can be edited before it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The code is longer than 1 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The code has characters that cannot be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The code is still being looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The edited code is still being looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your rules refuse what the edited code does: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You set that %1 is asked each time. Change that in Clients first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::journal</name>
    <message>
        <source>another program holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk reports an error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The journal needs SQLite %1 or newer, and this computer has %2. Update it (on Debian: the package libsqlite3-0).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::journal::FileLock</name>
    <message>
        <source>another Glovebox uses this profile</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::FolderEditor</name>
    <message>
        <source>“%1” was changed in the folder meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder was deleted or is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full: “%1” stays as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You may not change “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” stays as it was: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not empty: something in it is new, or stays.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::MountRisk</name>
    <message>
        <source>“%1” holds the system&apos;s own switches, not files. It cannot be shared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is the whole computer. Share the folder that is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” belongs to the system. Share a folder with your own files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” holds everything of yours, keys and passwords among it. Better share only the folder that is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” holds keys, passwords or settings that programs obey (%2). Better share another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” lies in Glovebox&apos;s own data. Share a folder beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” contains Glovebox&apos;s own data or lies in it. Share a folder beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” belongs to the system. Better share a folder with your own files.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::MountTable</name>
    <message>
        <source>There is no folder “%1”. Modes after the path are :ro, :staged and :rw.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a folder. Give the folder that holds it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You may not open the folder “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder “%1” cannot be opened: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” names no folder. Write NAME=FOLDER, NAME=FOLDER:ro or NAME=FOLDER:rw.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” cannot be the name of a mount. A name has 1 to 32 of a-z, 0-9, “_” and “-”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mount “%1” names no folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is already the name of the mount of %2. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the folder was deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 To share it all the same, say so a second time (--share-sensitive %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no mount “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its drive is not mounted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::Staging</name>
    <message>
        <source>The folder is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder&apos;s own “%1” was changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder has got its own “%1” since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no staged change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder that holds “%1” was not applied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not in the folder any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A link in “%1” would lead out of the mounted folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link “%1” would lead out of the mounted folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is writing “%1” at this moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The staged file “%1” cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder “%1” is not there. Add it again as “%2”, then apply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was staged after you looked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was written again after you looked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was written while it was being applied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” could not be discarded: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” stays staged: what is discarded could not be kept (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not kept any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was staged again since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder that holds “%1” is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder that holds “%1” is another one by now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room in the stage. Apply or discard something first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” could not be staged again: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder&apos;s own “%1” is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder&apos;s own “%1” was changed while you edited.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” could not be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was discarded is not kept any more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::mounts::UndoHistory</name>
    <message>
        <source>The run did not change “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of mount “%1” is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is still running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What “%1” was before was too large to be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is kept of that run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::settings</name>
    <message>
        <source>The endpoint file %1 cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile folder %1 cannot be made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile folder %1 cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile %1 is not a folder. Name another one with --profile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile folder %1 belongs to another account. Name another one with --profile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no home folder for the profile. Name one with --profile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings in %1 were written by a newer version of Glovebox.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings in %1 cannot be read. Mend the file, or move it away to begin anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings in %1 cannot be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be changed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other accounts can enter the profile folder %1. Close it with: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::settings::ConnectionTest</name>
    <message>
        <source>Nothing answers at %1. Start Glovebox, or choose another port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key was refused. Make a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something else answers at %1. Choose another port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>glovebox-bridge could not be started. Install Glovebox again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox did not answer within 30 seconds. Test again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::settings::Settings</name>
    <message>
        <source>The settings cannot be written to %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::settings::SingleInstance</name>
    <message>
        <source>Glovebox already runs with this profile but does not answer. End it, or name another profile with --profile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The local socket of the profile cannot be made.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::tools::ShownCells</name>
    <message>
        <source>The cell has more than 1 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n cells are shown to this client already. Take one back first.</source>
        <translation>
            <numerusform>%n cell is shown to this client already. Take it back first.</numerusform>
            <numerusform>%n cells are shown to this client already. Take one back first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::AboutBox</name>
    <message>
        <source>About Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs Python that language models write inside a sealed sandbox. Nothing runs here without you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free software under the MIT licence, without any warranty. Parts of others keep their own licences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ApprovalWindow</name>
    <message>
        <source>Glovebox — waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::AskHeader</name>
    <message>
        <source>Keep waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left, then “no answer”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time left %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without an answer until %1 nothing runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::BatchView</name>
    <message>
        <source>Adds 10 minutes to each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests to review together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ticked runs must have been on screen. Runs that reach somewhere new are decided alone. Later requests never join.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One by one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message>
        <source>seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 asks for %n runs</source>
        <translation>
            <numerusform>%1 asks for %n run</numerusform>
            <numerusform>%1 asks for %n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>reach of the %n ticked runs together</source>
        <translation>
            <numerusform>reach of the ticked run</numerusform>
            <numerusform>reach of the %n ticked runs together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allow these %n</source>
        <translation>
            <numerusform>Allow this one</numerusform>
            <numerusform>Allow these %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny these %n</source>
        <translation>
            <numerusform>Deny this one</numerusform>
            <numerusform>Deny these %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CellOutput</name>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output of the cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type an answer for input()</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the cell to open its page.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CellRunner</name>
    <message>
        <source>Only code runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This notebook is written in %1, which does not run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cell is longer than 1 MiB. Split it, or read the data from a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a session first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CellView</name>
    <message>
        <source>next: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run this cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of this cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run all above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run this and all below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split at the cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge with the cell below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this cell to a client…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type Python here. Shift+Enter runs it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type %1 here. Shift+Enter runs it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type text here, as Markdown. Esc shows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output is folded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag moves this cell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed since it ran. Drag moves this cell.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ChangeList</name>
    <message>
        <source>Changed files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mount</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the folder&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discards what the client wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the client&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwrites the file in the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare all three</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts both sides&apos; changes together for you to edit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ChangeTree</name>
    <message>
        <source>The file could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientFolders</name>
    <message>
        <source>No folders shared.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientList</name>
    <message>
        <source>Clients on this computer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientPackages</name>
    <message>
        <source>All, as the rules for everybody have it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None beside those blocked for everybody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As for everybody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only those that come with Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None; imports load those that come with Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only these names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never these names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names with commas between them; * stands for anything, as in django*.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not the name of a package.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientsModel</name>
    <message>
        <source>Connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found, not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientsPage</name>
    <message>
        <source>Clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it connects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts glovebox-bridge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for clients that cannot speak HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write and connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lines are copied. Paste them into the client’s configuration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is connected. Restart it once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no longer connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This client cannot speak HTTP.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox does not listen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message>
        <source>A copy of the old file is kept. Undo is one click. Restart %1 once after connecting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write and connect %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox connects to itself the way %1 will, with the new key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only for %1. Glovebox stores its hash; revoke it any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is made for the test, only for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its entry is taken out of its configuration, and its key ends at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another client…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask before every run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask before every run, offer no standing permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders it may use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folders shared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ClientsScreen</name>
    <message>
        <source>Clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address and keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standing permissions %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standing permissions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeEditor</name>
    <message>
        <source>Edit the code before it runs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeHelp</name>
    <message>
        <source>Nothing fits here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n completion(s)</source>
        <translation>
            <numerusform>%n completion</numerusform>
            <numerusform>%n completions</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known of this yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python is busy. Ask again when the run has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python took too long to answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The session has ended. Run a cell to start it again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodePane</name>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs exactly as approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The code that the interpreter received is not the code that was approved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs exactly as written</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeTip</name>
    <message>
        <source>Documentation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CodeView</name>
    <message numerus="yes">
        <source>%n blank lines</source>
        <translation>
            <numerusform>%n blank line</numerusform>
            <numerusform>%n blank lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Code, %n lines</source>
        <translation>
            <numerusform>Code, %n line</numerusform>
            <numerusform>Code, %n lines</numerusform>
        </translation>
    </message>
    <message>
        <source>hidden or look-alike character</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more lines</source>
        <translation>
            <numerusform>%n more line</numerusform>
            <numerusform>%n more lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more lines, 1 note</source>
        <translation>
            <numerusform>%n more line, 1 note</numerusform>
            <numerusform>%n more lines, 1 note</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more lines, %1 notes</source>
        <translation>
            <numerusform>%n more line, %1 notes</numerusform>
            <numerusform>%n more lines, %1 notes</numerusform>
        </translation>
    </message>
    <message>
        <source>Line %1, note: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::CompletionList</name>
    <message>
        <source>Completions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ConnectModel</name>
    <message>
        <source>Address answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key is accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Handshake, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n tools listed</source>
        <translation>
            <numerusform>%n tool listed</numerusform>
            <numerusform>%n tools listed</numerusform>
        </translation>
    </message>
    <message>
        <source>1 + 1 in Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 steps passed in %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lines added, %2 replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n lines added, nothing else changes</source>
        <translation>
            <numerusform>%n line added, nothing else changes</numerusform>
            <numerusform>%n lines added, nothing else changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DecisionBar</name>
    <message>
        <source>Allow</source>
        <comment>scope</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This session, same reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny with a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note to the client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More ways to deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny with a note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny and pause this client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is remembered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 from %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny this run, %1 from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now, %1 from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close, %1 from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready in %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>30 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until I quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For how long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking your edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>You changed %n lines. %1 will be told, and sees your version.</source>
        <translation>
            <numerusform>You changed %n line. %1 will be told, and sees your version.</numerusform>
            <numerusform>You changed %n lines. %1 will be told, and sees your version.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, same reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, same reach, for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The client can read the folder until you take it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks again for other folders, packages, new kinds of notes, or more time. Revoke it in Clients.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow edited code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until you take it back</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DetailsPane</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It calls itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SHA-256 of the code approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SHA-256 of the code received</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DiffView</name>
    <message>
        <source>What will be written</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::DocumentTabs</name>
    <message>
        <source>Open documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents to the left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents to the right</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::EmptyPage</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a key for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or drop a folder here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No network inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sandbox cannot reach the internet or your computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the folders you share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only or read-write: you choose for each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code, output, decisions and changes stay in the journal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing runs here without you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect a client and share a folder. You see every run before it happens, and every file before it changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say this to your client:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is waiting.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FileSection</name>
    <message>
        <source>Viewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only the beginning is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too different to be compared line by line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) changed</source>
        <translation>
            <numerusform>%n row changed</numerusform>
            <numerusform>%n rows changed</numerusform>
        </translation>
    </message>
    <message>
        <source>Cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>link to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare all three</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the folder, since the client began</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By the client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the folder&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the client&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FilesPane</name>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the run did</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run touched no file of a mount.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FindAction</name>
    <message>
        <source>Find action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FindBar</name>
    <message>
        <source>Find in output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FirstRunPage</name>
    <message>
        <source>Show the lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the lines for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is connected. Restart it once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use Glovebox to work out 2 ** 100 in Python, and show me the code first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing runs here without you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect a client and share a folder. You see every run before it happens, and every file before it changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect a client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Then say to it: “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another client, or copy the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or drop a folder here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python may read it. What it writes waits for your review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python may read it, and write nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python changes your files at once. It can be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No network inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sandbox cannot reach the internet or your computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the folders you share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only, staged, or read-write: you choose for each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything is recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code, output, decisions and changes stay in the journal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or try Python yourself first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start in the tray when I sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected. Restart it once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds its lines, keeps a copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Testing: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No known client was found here. Any other can be connected by its address.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FolderCard</name>
    <message>
        <source>The client can read it. Nothing in it can change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The client can read it. What it writes waits for your review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The client can read it, and runs change your files at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>appears to Python as /mnt/%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The client asked for: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FrameModel</name>
    <message>
        <source>Python is busy. The rest comes when the run has ended.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::FrameWindow</name>
    <message>
        <source>%1 — table — Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: a text, or column &gt; 5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies what is selected, as tab separated values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3 columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too much to copy. Save it as CSV instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as CSV</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::GrantModel</name>
    <message>
        <source>Reads: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Staged: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-write: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all its sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>used %n times</source>
        <translation>
            <numerusform>used once</numerusform>
            <numerusform>used %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::GrantPanel</name>
    <message>
        <source>Standing permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every run is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No standing permissions. Every run is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke the standing permission of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::HelpWindow</name>
    <message>
        <source>Help — Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Topics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ImageDiffView</name>
    <message>
        <source>How much of the new picture is shown, percent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture, before: %1, after: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::InstallModel</name>
    <message>
        <source>Finding out which packages are needed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The session has this already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The session was restarted. What was installed in it comes back with its next run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be removed: it is part of the interpreter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If the session has imported it, it keeps using what was there until it is restarted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That file holds no lock of a session.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::InstallTable</name>
    <message>
        <source>not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages to install</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalDetail</name>
    <message>
        <source>What happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove its content…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Code, %n line(s)</source>
        <translation>
            <numerusform>Code, %n line</numerusform>
            <numerusform>Code, %n lines</numerusform>
        </translation>
    </message>
    <message>
        <source>Open shows the rest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The output is the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) differ.</source>
        <translation>
            <numerusform>%n line differs.</numerusform>
            <numerusform>%n lines differ.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 before, now %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 before, now %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exactly this code, always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalHeader</name>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalList</name>
    <message>
        <source>Runs in the journal</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalModel</name>
    <message>
        <source>Content removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1, %2, %3, %4, %5</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalPage</name>
    <message>
        <source>Journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search code, output and files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Touches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs per hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error, timeout or killed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Denied or no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check for changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export what is listed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wider span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Narrower span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the content of what is listed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Touches: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs yet. Each run will be here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove its content…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) written to %1. Secrets of known shapes are masked.</source>
        <translation>
            <numerusform>%n run written to %1. Secrets of known shapes are masked.</numerusform>
            <numerusform>%n runs written to %1. Secrets of known shapes are masked.</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal was changed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rows and %2 files checked, nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks to run %2 again in a fresh session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Remove the content of %n run(s)?</source>
        <translation>
            <numerusform>Remove the content of %n run?</numerusform>
            <numerusform>Remove the content of %n runs?</numerusform>
        </translation>
    </message>
    <message>
        <source>Code, output and plots are gone for good. That the runs were, whose they were, who decided and how they ended stays, and so do their digests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The content of %n run(s) was removed.</source>
        <translation>
            <numerusform>The content of %n run was removed.</numerusform>
            <numerusform>The content of %n runs was removed.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open in scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exactly this code, always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 may run exactly the code of %2 from now on, without being asked. Revoke it in Clients.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier time span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later time span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wider time span</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Narrower time span</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::JournalSteps</name>
    <message>
        <source>What happened: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::KeysPage</name>
    <message>
        <source>no bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients with a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of another client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key in the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For clients that take an address and nothing else. Others may read it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools it may use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests a minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds of execution an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n connections</source>
        <translation>
            <numerusform>%n connection</numerusform>
            <numerusform>%n connections</numerusform>
        </translation>
    </message>
    <message>
        <source>last call %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until Glovebox ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>may stand in an address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sent in a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” (its own words)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a new key for %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The old key, its connections and its standing permissions end at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke the key of %1?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its connections, sessions and standing permissions end at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of %1. It is shown until you leave this page, and never again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders it may use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages it may install</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offer standing permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without them each of its requests is asked, and those that it has end at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules for its code…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save output…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close to the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo what the message offers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next output tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A&amp;pprovals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First waiting request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause all clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet for 30 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke all standing permissions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notify</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet for 2 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet until tomorrow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet until %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupts what runs, cancels what is queued and pauses clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is shared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is now %2.</source>
        <extracomment>{mount} is now {mode}</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no longer shared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoked. Its next run is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke all standing permissions?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every run is asked again. Runs that are running may finish.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Quit while %n run(s) are running?</source>
        <translation>
            <numerusform>Quit while %n run is running?</numerusform>
            <numerusform>Quit while %n runs are running?</numerusform>
        </translation>
    </message>
    <message>
        <source>They are ended. What they wrote stays recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use another port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening on a new port. Clients need this address: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message>
        <source>Clients now see the names of secrets in %1, and what is in them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of secrets in %1 are hidden again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other volumes inside %1 are part of it now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other volumes inside %1 are closed again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find action…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This desktop has no tray, so the window was minimised. Glovebox keeps running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap left and right panes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo what it wrote…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MarkdownView</name>
    <message>
        <source>Text: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty text. Enter writes in it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MergeEditor</name>
    <message>
        <source>in the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by the client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit what is staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the folder&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the client&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both changed this: what the folder has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the client wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to here</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Both changed %n place(s). Decide what each becomes, then save.</source>
        <translation>
            <numerusform>Both changed %n place. Decide what it becomes, then save.</numerusform>
            <numerusform>Both changed %n places. Decide what each becomes, then save.</numerusform>
        </translation>
    </message>
    <message>
        <source>Both sides&apos; changes are put together. Saving stages this text; the folder stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MessageBar</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MountList</name>
    <message>
        <source>Mounts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unmount</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folders shared. Python sees only /session, in memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show names of secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names such as .env, .ssh or id_rsa, which usually hold passwords and keys, are hidden from Python and from clients.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Include other volumes inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>USB drives, network shares and other disks that are mounted inside this folder. Without this they are closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients that may use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All clients</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MountModel</name>
    <message>
        <source>%1 is gone: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>in use by %n session(s)</source>
        <translation>
            <numerusform>in use by %n session</numerusform>
            <numerusform>in use by %n sessions</numerusform>
        </translation>
    </message>
    <message>
        <source>Mount %1, %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) to review</source>
        <translation>
            <numerusform>%n change to review</numerusform>
            <numerusform>%n changes to review</numerusform>
        </translation>
    </message>
    <message>
        <source>names of secrets are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for no client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with other volumes inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <extracomment>Of a disk: 12.5 GB free</extracomment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::MountStrip</name>
    <message>
        <source>Mounts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mount %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folders shared. Python sees only /session, in memory.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::NotebookModel</name>
    <message>
        <source>run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting, place %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended, variables are gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text cell %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw cell %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code cell %1 of %2, %3, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, changed since it ran</source>
        <extracomment>What a screen reader says of a cell</extracomment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::NotebookView</name>
    <message>
        <source>Cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) removed. Z brings them back.</source>
        <translation>
            <numerusform>%n cell removed. Z brings it back.</numerusform>
            <numerusform>%n cells removed. Z brings them back.</numerusform>
        </translation>
    </message>
    <message>
        <source>All outputs are cleared. Z brings them back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A .py file keeps no pictures. Save it as a notebook first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is too large for a cell. Save it as a file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::NotesMenu</name>
    <message numerus="yes">
        <source>%n more, in the code</source>
        <translation>
            <numerusform>%n more, in the code</numerusform>
            <numerusform>%n more, in the code</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OpenNotebook</name>
    <message>
        <source>Python did not start: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python starts. Ask again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputDiff</name>
    <message>
        <source>Differences of the two outputs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputModel</name>
    <message>
        <source>Plot %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Killed after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables are gone; files are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Two sentences after one another</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) folded</source>
        <translation>
            <numerusform>%n line folded</numerusform>
            <numerusform>%n lines folded</numerusform>
        </translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputReader</name>
    <message>
        <source>First</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output of %1 — Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputSaver</name>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::OutputView</name>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) folded</source>
        <translation>
            <numerusform>%n line folded</numerusform>
            <numerusform>%n lines folded</numerusform>
        </translation>
    </message>
    <message>
        <source>No output.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open page: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open table: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3 columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackageList</name>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackageTable</name>
    <message>
        <source>replaces %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needed by another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pyodide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n package(s)</source>
        <translation>
            <numerusform>%n package</numerusform>
            <numerusform>%n packages</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to fetch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Package</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackagesModel</name>
    <message>
        <source>Installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is blocked by a rule with *: change that rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Package</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advisory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the index for %1 first: what is allowed is a version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” names no versions. Write them like &gt;=2.31,&lt;3, or nothing for every version.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PackagesPage</name>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advisories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages without a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minimum version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What will be installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No such package here. Search the index?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing here. Sessions load packages when code imports them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All sessions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Cache: %1 of %2, %n package(s)</source>
        <translation>
            <numerusform>Cache: %1 of %2, %n package</numerusform>
            <numerusform>Cache: %1 of %2, %n packages</numerusform>
        </translation>
    </message>
    <message>
        <source>Advisories checked %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a package</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used by: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking the index for %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds no rules for packages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions that need no question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session to install into</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart the session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No session yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No advisories: name a source under Policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It comes with Glovebox: code that imports it has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no session yet: run a cell in the scratchpad, or let a client run something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running code keeps the old version until its session restarts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as a lock…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names, versions and hashes of what the session has. It can be made again from that, without a network too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install a lock…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as a lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install a lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advisories not fetched yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PermissionTable</name>
    <message>
        <source>files and packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exactly one code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>session %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all its sessions: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until you revoke it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until its session ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until you quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What may run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PermissionsPage</name>
    <message>
        <source>Revoke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standing permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No standing permissions. Every run is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A running run may finish; queued ones are asked again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Revoke all %n standing permissions?</source>
        <translation>
            <numerusform>Revoke the standing permission?</numerusform>
            <numerusform>Revoke all %n standing permissions?</numerusform>
        </translation>
    </message>
    <message>
        <source>Every run is asked from then on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revoke all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PlotGrid</name>
    <message>
        <source>Plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PlotViewer</name>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plot %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save SVG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This drawing cannot be shown. Save it to look at it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PolicyPage</name>
    <message>
        <source>Policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never installed. One a line; * stands for any letters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing else is installed. Empty: everything that is not blocked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installed for clients without a question, such as: rich &gt;=14,&lt;15. What is shown as a danger is asked all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only bundled packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warn of names that are almost those of well-known packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minimum versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name and the lowest version of it, one a line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quarantine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Releases that are younger are not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advisories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warn from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It installs nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This client gets nothing else. Empty: what all may have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never installed for this client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Indexes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Addresses, asked in this order; the first that knows a package counts. Empty: those of pip, else the usual one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders of this computer that hold wheels; they come before indexes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pyodide&apos;s release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An address or mirror. Empty: the one that Pyodide names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standard rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No client yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rules were saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file or an address with records in the OSV format.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::PolicyTexts</name>
    <message>
        <source>“%1” cannot be a line here. Expected: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the name of a package, such as rich or django*</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name and a version, such as requests 2.31.0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name and versions, such as rich &gt;=14,&lt;15</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>low</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>medium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>critical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ProgramNotices</name>
    <message>
        <source>Still running after %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished in %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 after %2: %3</source>
        <extracomment>{Timed out} after {5:00}: {r184}</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n changes wait in %1</source>
        <translation>
            <numerusform>%n change waits in %1</numerusform>
            <numerusform>%n changes wait in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The folder is untouched so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A standing permission of %1 ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its next run is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It asks before every run, unless you allow more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An unknown key was refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program on this computer tried to connect with a key that is not valid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox keeps running in the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients can go on asking. Quit it in the tray&apos;s menu.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Rail</name>
    <message>
        <source>Screens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workbench</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RailButton</name>
    <message>
        <source>%1+</source>
        <extracomment>More than %1</extracomment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ReachStrip</name>
    <message>
        <source>In the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestNotices</name>
    <message>
        <source>read-write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>reads %n file(s)</source>
        <translation>
            <numerusform>reads %n file</numerusform>
            <numerusform>reads %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>writes %n</source>
        <translation>
            <numerusform>writes %n</numerusform>
            <numerusform>writes %n</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>writes 2 (staged)</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paths not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adds %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 minute left to answer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>{session}: {reach in words}</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1. %n more are waiting.</source>
        <translation>
            <numerusform>%1. %n more is waiting.</numerusform>
            <numerusform>%1. %n more are waiting.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestTab</name>
    <message>
        <source>%1 from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n requests from %1</source>
        <translation>
            <numerusform>%n request from %1</numerusform>
            <numerusform>%n requests from %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestTabs</name>
    <message>
        <source>Waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review together</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RequestView</name>
    <message>
        <source>New here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing like it was allowed in this session before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outside its standing permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls itself “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message>
        <source>Time left %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep waiting, %1 from %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same code as %1, allowed %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes since %1, allowed %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>File %1, %n byte(s):</source>
        <translation>
            <numerusform>File %1, %n byte:</numerusform>
            <numerusform>File %1, %n bytes:</numerusform>
        </translation>
    </message>
    <message>
        <source>Gives back %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ReviewPage</name>
    <message>
        <source>Nothing to review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Del</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n write(s)</source>
        <translation>
            <numerusform>%n write</numerusform>
            <numerusform>%n writes</numerusform>
        </translation>
    </message>
    <message>
        <source>to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n staged change(s)</source>
        <translation>
            <numerusform>%n staged change</numerusform>
            <numerusform>%n staged changes</numerusform>
        </translation>
    </message>
    <message>
        <source>Review — %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that changed again since are left alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Apply %n file(s)</source>
        <translation>
            <numerusform>Apply %n file</numerusform>
            <numerusform>Apply %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo %n file(s)</source>
        <translation>
            <numerusform>Undo %n file</numerusform>
            <numerusform>Undo %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1.</source>
        <translation>
            <numerusform>%n file written to %1.</numerusform>
            <numerusform>%n files written to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are as before.</source>
        <translation>
            <numerusform>%n file is as before.</numerusform>
            <numerusform>%n files are as before.</numerusform>
        </translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Discard %n change(s)?</source>
        <translation>
            <numerusform>Discard %n change?</numerusform>
            <numerusform>Discard %n changes?</numerusform>
        </translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) discarded.</source>
        <translation>
            <numerusform>%n change discarded.</numerusform>
            <numerusform>%n changes discarded.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 And %n more.</source>
        <translation>
            <numerusform>%1 And %n more.</numerusform>
            <numerusform>%1 And %n more.</numerusform>
        </translation>
    </message>
    <message>
        <source>applied %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder is untouched so far. Applying can be undone for 30 days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>discarded %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was discarded is kept for 7 days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Stage %n file(s) again</source>
        <translation>
            <numerusform>Stage %n file again</numerusform>
            <numerusform>Stage %n files again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) are staged again.</source>
        <translation>
            <numerusform>%n change is staged again.</numerusform>
            <numerusform>%n changes are staged again.</numerusform>
        </translation>
    </message>
    <message>
        <source>The folder stays as it is. Discarding can be undone for 7 days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no text that can be edited here. Keep one of the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is staged as you edited it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RulesTable</name>
    <message>
        <source>%magics and !commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>eval, exec and the like</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imports of os, subprocess, socket …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Patterns of commands and deletion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Installing packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules for what is found in code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whatever the rule, the sandbox stays as it is. “Ask” asks even under a standing permission.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As for all clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunHeader</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More for this run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunListModel</name>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) in %1</source>
        <translation>
            <numerusform>%n run in %1</numerusform>
            <numerusform>%n runs in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>allowed by a standing permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Run %1, %2, %n second(s) of %3, %4, %5</source>
        <translation>
            <numerusform>Run %1, %2, %n second of %3, %4, %5</numerusform>
            <numerusform>Run %1, %2, %n seconds of %3, %4, %5</numerusform>
        </translation>
    </message>
    <message>
        <source>Run %1, %2, %3, %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunListView</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs today.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run matches.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunPage</name>
    <message>
        <source>Find in output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::RunsPane</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) today, %1 asked</source>
        <translation>
            <numerusform>%n run today, %1 asked</numerusform>
            <numerusform>%n runs today, %1 asked</numerusform>
        </translation>
    </message>
    <message>
        <source>Journal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group runs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ScratchPage</name>
    <message>
        <source>Notebooks and Python (*.ipynb *.py)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New scratchpad tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open notebook…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save notebook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save notebook as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as HTML…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as PDF…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close scratchpad tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace in cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toggle comment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo in the cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge with the cell below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move cell up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move cell down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run cell and stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run cell and insert one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run all cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run all above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose session…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart Python</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart and run all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headings of text cells stand here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved documents are back as they were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>untitled %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved in a file yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open notebook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as PDF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as HTML</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed on disk since it was opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What ran stays in the journal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting Python…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restarting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No session yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions of clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a client&apos;s session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the session %1 of %2?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you run there changes its variables and files, and the client will find them changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No client is connected that could see it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this cell to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 can read this cell as %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo in the cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear all outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run this cell and all below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show this cell to a client…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SearchBar</name>
    <message>
        <source>Find in cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upper and lower case differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) replaced.</source>
        <translation>
            <numerusform>%n place replaced.</numerusform>
            <numerusform>%n places replaced.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SessionModel</name>
    <message numerus="yes">
        <source>since %1, %n run(s)</source>
        <translation>
            <numerusform>since %1, %n run</numerusform>
            <numerusform>since %1, %n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SettingField</name>
    <message>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SettingRow</name>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 counts until Glovebox is started without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counts from the next start of Glovebox.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number from %1 to %2 is needed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Areas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start anew now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No setting matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who can reach it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs on this computer that have a key. Other computers cannot reach it, and no setting changes that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In notifications and exports, what looks like a key or a password is masked. A secret of another shape is not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox never looks for updates by itself. They come the way it was installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flags of the browser engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove content now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code, output and files of runs that are over; not that they were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purge now…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than 30 days…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than 7 days…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No index.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some changes count from the next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some changes count from the next start. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the content of all runs?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Remove the content of runs older than %n days?</source>
        <translation>
            <numerusform>Remove the content of runs older than %n day?</numerusform>
            <numerusform>Remove the content of runs older than %n days?</numerusform>
        </translation>
    </message>
    <message>
        <source>Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be brought back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The content of %n run(s) was removed.</source>
        <translation>
            <numerusform>The content of %n run was removed.</numerusform>
            <numerusform>The content of %n runs was removed.</numerusform>
        </translation>
    </message>
    <message>
        <source>No program opens folders here: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients and port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Journal and privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a client asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What appears while you work in another window. It never takes the keyboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window and notification</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notification only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After it nothing runs, and the client hears “no answer”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 waits for ever.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offer only “This run only”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No permission for a session or for a time can be given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes in the code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the code seems to do is written beside its lines before you decide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only those worth a look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A notification of the desktop, while no window of Glovebox is active.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell of long runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell of changes to review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell when a standing permission ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell of a client that connects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell of refused keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Execution time of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a client names none. Waiting for you and installing do not count. For sessions that are made from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python gets a MemoryError beyond it. For sessions that are made from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of a session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under /session and everywhere else outside of shared folders; they are in memory and end with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions at the same time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beyond it, the one that was not used for longest gives up its process and its variables.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle sessions give their memory back after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their variables are lost then; their next run says so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 keeps them for ever.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep a Python ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next new session starts at once. Switched off, no Python process is alive while nothing runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell clients where folders are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They see /mnt/NAME; with this also the path on this computer, which may hold your name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space for undoing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What files were before runs changed them is kept for 30 days, and at most so much of it; as much again for changes that you applied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 keeps nothing: then nothing can be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run may write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In each folder; then writing fails with “no space left”. For runs that begin from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run may make</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In each folder. For runs that begin from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only bundled packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whatever is not part of Glovebox is refused. Else you are asked. Rules for single packages are on the screen Packages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is fetched: bundled packages, the cache and folders of this computer still work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Addresses of indexes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One a line, asked in this order; the first that knows a package counts. Empty: what pip on this computer uses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox listens on 127.0.0.1 only, never for other computers. Clients that it connected get the new address; restart them once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long clients wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A call that takes longer answers with its state, and the client asks again. One line for each: part of its name, “=”, seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask inside clients, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients that can show a question say that a run waits. There it can only be denied, never allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show runs inside clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients that show views of MCP Apps get one for each result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark, or as the system has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of everything that you read. Texts for models are always English.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Font of code and output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The usual one shows Japanese, Chinese and Korean in exactly two columns, so that tables line up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of code and output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grows with the font size of the system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the content of runs for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code, output and files are removed after that. That a run was, when, whose and how it ended stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 keeps it for ever.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space for outputs and plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beyond it the oldest ones go first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 sets no bound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start in the tray when I sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clients find Glovebox running, and nothing opens until one asks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start without opening the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whenever it is started, it goes to the tray; a second start opens the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without it, closing the window minimises it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the log says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never code, output or keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mark of what runs stands still. Times and progress go on. A desktop that asks for this is followed anyway.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ShareFolderDialog</name>
    <message>
        <source>Share a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python sees it at /mnt/</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python may read it and change its files at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python may read it. It cannot write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I have read this and want to share it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python may read it. What it writes waits for your review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who may use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All clients</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ShortcutTable</name>
    <message>
        <source>Reset all keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key of “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset “%1”</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Shortcuts</name>
    <message>
        <source>A key that types something needs Ctrl or Alt with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is “%2” already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is kept for deciding about requests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such key any more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::SidePane</name>
    <message>
        <source>This run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::StatusLine</name>
    <message>
        <source>Copy the address</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::StatusModel</name>
    <message>
        <source>Listening on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No clients yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
    <message>
        <source>All clients paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks before every run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No standing permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n standing permission(s)</source>
        <translation>
            <numerusform>%n standing permission</numerusform>
            <numerusform>%n standing permissions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) · %1 of %2 GB</source>
        <translation>
            <numerusform>%n session · %1 of %2 GB</numerusform>
            <numerusform>%n sessions · %1 of %2 GB</numerusform>
        </translation>
    </message>
    <message>
        <source>Sandbox on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sandbox not measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sandbox reduced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sandbox off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sandbox did not start: %1. Nothing runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started as root: Chromium’s own sandbox is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The journal cannot be written: %1. Nothing runs until it can.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port %1 is taken: not listening. Use another port and update clients?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python runs in a sealed process, and the browser around it has no network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The browser around it is not cut off from your files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The browser around it may open none of your files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your files do not exist for the browser around it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your files do not exist for the browser around it, and it may open none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sessions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableDiffModel</name>
    <message>
        <source>%1, was %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableDiffView</name>
    <message>
        <source>Changed rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableList</name>
    <message>
        <source>Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of %3 rows, %4 columns</source>
        <extracomment>{name}, {a} of {b} rows, {c} columns</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run showed no table.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TableWindow</name>
    <message>
        <source>%1 — Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3 columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::TextDiffView</name>
    <message>
        <source>Changes, %1 lines added, %2 removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged line(s)</source>
        <translation>
            <numerusform>%n unchanged line</numerusform>
            <numerusform>%n unchanged lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>glovebox::ui::ThisRunPanel</name>
    <message>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Timeline</name>
    <message numerus="yes">
        <source>Runs per hour: %n run(s)</source>
        <translation>
            <numerusform>Runs per hour: %n run</numerusform>
            <numerusform>Runs per hour: %n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, chosen: %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 complete, %3 failed, %4 denied or without an answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::Tray</name>
    <message>
        <source>Open Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiet for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>30 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until tomorrow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notify</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause all clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit Glovebox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sandbox off, or an error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glovebox: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening · %1 · %2 running</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Review %n waiting…</source>
        <translation>
            <numerusform>Review %n waiting…</numerusform>
            <numerusform>Review %n waiting…</numerusform>
        </translation>
    </message>
    <message>
        <source>Revoke standing permissions (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Running: %n run(s)</source>
        <translation>
            <numerusform>Running: %n run</numerusform>
            <numerusform>Running: %n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New scratchpad</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mounts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::VariableModel</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::VariablesPane</name>
    <message>
        <source>Open table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No variables yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No variable matches.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WaitingList</name>
    <message>
        <source>Waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WaitingModel</name>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 waits for you: %2, %3, %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WaitingPane</name>
    <message>
        <source>New here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outside its standing permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>glovebox::ui::WorkPanes</name>
    <message>
        <source>Drag to move this pane</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
