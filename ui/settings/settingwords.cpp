// SPDX-License-Identifier: MIT
#include "settingwords.h"

#include <QCoreApplication>

namespace glovebox::ui {

using namespace Qt::StringLiterals;

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(glovebox::ui::SettingsPage)

public:
    using Kind = SettingWords::Kind;

    static QList<SettingWords> approvals();
    static QList<SettingWords> notices();
    static QList<SettingWords> limits();
    static QList<SettingWords> mounts();
    static QList<SettingWords> packages();
    static QList<SettingWords> clients();
    static QList<SettingWords> appearance();
    static QList<SettingWords> journal();
    static QList<SettingWords> startUp();
    static QList<SettingWords> advanced();
    static QString area(SettingArea area);
};

QString Words::area(SettingArea area)
{
    switch (area) {
    case SettingArea::Approvals:
        return tr("Approvals");
    case SettingArea::Limits:
        return tr("Limits");
    case SettingArea::Mounts:
        return tr("Mounts");
    case SettingArea::Packages:
        return tr("Packages");
    case SettingArea::Clients:
        return tr("Clients and port");
    case SettingArea::Appearance:
        return tr("Appearance");
    case SettingArea::Journal:
        return tr("Journal and privacy");
    case SettingArea::StartUp:
        return tr("Start-up");
    case SettingArea::Keyboard:
        return tr("Keyboard");
    case SettingArea::Advanced:
        return tr("Advanced");
    }
    Q_UNREACHABLE_RETURN({});
}

QList<SettingWords> Words::approvals()
{
    constexpr auto area = SettingArea::Approvals;
    return {
        {.name = u"approvals.presentation"_s,
         .area = area,
         .kind = Kind::Choice,
         .label = tr("When a client asks"),
         .help = tr("What appears while you work in another window. It never takes the keyboard."),
         .keywords = u"presentation notification window popup 通知 ウィンドウ 表示 確認"_s,
         .choices = {{u"window"_s, tr("Window and notification")},
                     {u"notification"_s, tr("Notification only")},
                     {u"none"_s, tr("Neither")}}},
        {.name = u"approvals.time_s"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Time to answer"),
         .help = tr("After it nothing runs, and the client hears “no answer”."),
         .keywords = u"timeout expiry minutes 時間 期限 応答なし"_s,
         .unit = tr("minutes"),
         .zero = tr("0 waits for ever."),
         .scale = 60},
        {.name = u"approvals.only_this_run"_s,
         .area = area,
         .label = tr("Offer only “This run only”"),
         .help = tr("No permission for a session or for a time can be given."),
         .keywords = u"scope standing permission 継続の許可 この実行のみ 範囲"_s},
        {.name = u"approvals.notes"_s,
         .area = area,
         .kind = Kind::Choice,
         .label = tr("Notes in the code"),
         .help = tr("What the code seems to do is written beside its lines before you decide."),
         .keywords = u"findings warnings 指摘 注意"_s,
         .choices = {{u"all"_s, tr("All notes")}, {u"look"_s, tr("Only those worth a look")}}},
    };
}

QList<SettingWords> Words::notices()
{
    constexpr auto area = SettingArea::Approvals;
    const QString help =
        tr("A notification of the desktop, while no window of Glovebox is active.");
    const QString words = u"notification desktop 通知"_s;
    return {
        {.name = u"notifications.long_runs"_s,
         .area = area,
         .label = tr("Tell of long runs"),
         .help = help,
         .keywords = words},
        {.name = u"notifications.changes"_s,
         .area = area,
         .label = tr("Tell of changes to review"),
         .help = help,
         .keywords = words},
        {.name = u"notifications.permission_ended"_s,
         .area = area,
         .label = tr("Tell when a standing permission ended"),
         .help = help,
         .keywords = words},
        {.name = u"notifications.new_client"_s,
         .area = area,
         .label = tr("Tell of a client that connects"),
         .help = help,
         .keywords = words},
        {.name = u"notifications.unknown_key"_s,
         .area = area,
         .label = tr("Tell of refused keys"),
         .help = help,
         .keywords = words},
    };
}

QList<SettingWords> Words::limits()
{
    constexpr auto area = SettingArea::Limits;
    return {
        {.name = u"sessions.timeout_s"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Execution time of a run"),
         .help = tr("When a client names none. Waiting for you and installing do not count. For "
                    "sessions that are made from now on."),
         .keywords = u"timeout seconds 実行時間 制限 秒"_s,
         .unit = tr("seconds")},
        {.name = u"sessions.memory_mb"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Memory of a session"),
         .help = tr("Python gets a MemoryError beyond it. For sessions that are made from now on."),
         .keywords = u"heap RAM MB メモリ 上限"_s,
         .unit = tr("MB")},
        {.name = u"sessions.folder_mb"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Files of a session"),
         .help = tr("Under /session and everywhere else outside of shared folders; they are in "
                    "memory and end with it."),
         .keywords = u"session folder disk tmp ファイル 容量"_s,
         .unit = tr("MB")},
        {.name = u"sessions.max"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Sessions at the same time"),
         .help = tr("Beyond it, the one that was not used for longest gives up its process and "
                    "its variables."),
         .keywords = u"processes number セッション数 プロセス"_s},
        {.name = u"sessions.idle_minutes"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Idle sessions give their memory back after"),
         .help = tr("Their variables are lost then; their next run says so."),
         .keywords = u"idle retire unused 待機 解放 未使用"_s,
         .unit = tr("minutes"),
         .zero = tr("0 keeps them for ever.")},
        {.name = u"sessions.warm_spare"_s,
         .area = area,
         .label = tr("Keep a Python ready"),
         .help = tr("The next new session starts at once. Switched off, no Python process is "
                    "alive while nothing runs."),
         .keywords = u"warm spare fast start renderer 予備 起動 高速 メモリ"_s},
    };
}

QList<SettingWords> Words::mounts()
{
    constexpr auto area = SettingArea::Mounts;
    return {
        {.name = u"mounts.tell_paths"_s,
         .area = area,
         .label = tr("Tell clients where folders are"),
         .help = tr("They see /mnt/NAME; with this also the path on this computer, which may hold "
                    "your name."),
         .keywords = u"path privacy パス フォルダー 場所"_s},
        {.name = u"mounts.undo_mib"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Space for undoing"),
         .help = tr("What files were before runs changed them is kept for 30 days, and at most so "
                    "much of it; as much again for changes that you applied."),
         .keywords = u"undo backup before-images 元に戻す 取り消し 容量"_s,
         .unit = tr("MB"),
         .zero = tr("0 keeps nothing: then nothing can be undone.")},
        {.name = u"mounts.run_mib"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("One run may write"),
         .help = tr("In each folder; then writing fails with “no space left”. For runs that begin "
                    "from now on."),
         .keywords = u"write limit disk quota 書き込み 上限 容量"_s,
         .unit = tr("MB")},
        {.name = u"mounts.run_files"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("One run may make"),
         .help = tr("In each folder. For runs that begin from now on."),
         .keywords = u"files create limit 作成 ファイル数 上限"_s,
         .unit = tr("files")},
    };
}

QList<SettingWords> Words::packages()
{
    constexpr auto area = SettingArea::Packages;
    return {
        {.name = u"packages.only_bundled"_s,
         .area = area,
         .label = tr("Only bundled packages"),
         .help = tr("Whatever is not part of Glovebox is refused. Else you are asked. Rules for "
                    "single packages are on the screen Packages."),
         .keywords = u"default rule index policy 規則 同梱 ポリシー"_s},
        {.name = u"packages.offline"_s,
         .area = area,
         .label = tr("Work offline"),
         .help = tr("Nothing is fetched: bundled packages, the cache and folders of this computer "
                    "still work."),
         .keywords = u"network internet オフライン ネットワーク"_s},
        {.name = u"packages.indexes"_s,
         .area = area,
         .kind = Kind::Lines,
         .label = tr("Addresses of indexes"),
         .help = tr("One a line, asked in this order; the first that knows a package counts. "
                    "Empty: what pip on this computer uses."),
         .keywords = u"PyPI mirror index url アドレス ミラー"_s,
         .example = u"https://index.example/simple/"_s},
    };
}

QList<SettingWords> Words::clients()
{
    constexpr auto area = SettingArea::Clients;
    return {
        {.name = u"server.port"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Port"),
         .help = tr("Glovebox listens on 127.0.0.1 only, never for other computers. Clients that "
                    "it connected get the new address; restart them once."),
         .keywords = u"address listen loopback 127.0.0.1 localhost アドレス ポート 待ち受け"_s},
        {.name = u"clients.patience_s"_s,
         .area = area,
         .kind = Kind::Lines,
         .label = tr("How long clients wait"),
         .help = tr("A call that takes longer answers with its state, and the client asks again. "
                    "One line for each: part of its name, “=”, seconds."),
         .keywords = u"patience wait timeout 待ち時間 呼び出し"_s,
         .example = u"cline=50"_s},
        {.name = u"clients.elicitation"_s,
         .area = area,
         .label = tr("Ask inside clients, too"),
         .help = tr("Clients that can show a question say that a run waits. There it can only be "
                    "denied, never allowed."),
         .keywords = u"elicitation question 質問 クライアント内"_s},
        {.name = u"clients.views"_s,
         .area = area,
         .label = tr("Show runs inside clients"),
         .help = tr("Clients that show views of MCP Apps get one for each result."),
         .keywords = u"MCP Apps view UI 表示 ビュー"_s},
    };
}

QList<SettingWords> Words::appearance()
{
    constexpr auto area = SettingArea::Appearance;
    return {
        {.name = u"appearance.theme"_s,
         .area = area,
         .kind = Kind::Choice,
         .label = tr("Theme"),
         .help = tr("Light or dark, or as the system has it."),
         .keywords = u"dark light colour color テーマ 配色 ダーク ライト"_s,
         .choices = {{u"system"_s, tr("As the system")},
                     {u"light"_s, tr("Light")},
                     {u"dark"_s, tr("Dark")}}},
        {.name = u"appearance.language"_s,
         .area = area,
         .kind = Kind::Choice,
         .label = tr("Language"),
         .help = tr("Of everything that you read. Texts for models are always English."),
         .keywords = u"language English Japanese 言語 日本語 英語"_s,
         .choices = {{QString(), tr("As the system")},
                     {u"en"_s, u"English"_s},
                     {u"ja"_s, u"日本語"_s}}},
        {.name = u"appearance.code_font"_s,
         .area = area,
         .kind = Kind::Font,
         .label = tr("Font of code and output"),
         .help = tr("The usual one shows Japanese, Chinese and Korean in exactly two columns, so "
                    "that tables line up."),
         .keywords = u"editor font monospace フォント 等幅 エディター"_s},
        {.name = u"appearance.code_size_tenths"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Size of code and output"),
         .help = tr("Grows with the font size of the system."),
         .keywords = u"font size editor 文字サイズ 大きさ"_s,
         .unit = tr("pixels"),
         .scale = 10,
         .decimals = 1},
        {.name = u"appearance.reduce_motion"_s,
         .area = area,
         .label = tr("Reduce motion"),
         .help = tr("The mark of what runs stands still. Times and progress go on. A desktop that "
                    "asks for this is followed anyway."),
         .keywords = u"animation accessibility アニメーション 動き アクセシビリティ"_s},
    };
}

QList<SettingWords> Words::journal()
{
    constexpr auto area = SettingArea::Journal;
    return {
        {.name = u"journal.keep_days"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Keep the content of runs for"),
         .help = tr("Code, output and files are removed after that. That a run was, when, whose "
                    "and how it ended stays."),
         .keywords = u"retention privacy delete days 保存期間 削除 日数 プライバシー"_s,
         .unit = tr("days"),
         .zero = tr("0 keeps it for ever.")},
        {.name = u"journal.max_megabytes"_s,
         .area = area,
         .kind = Kind::Number,
         .label = tr("Space for outputs and plots"),
         .help = tr("Beyond it the oldest ones go first."),
         .keywords = u"disk size megabytes 容量 ディスク 上限"_s,
         .unit = tr("MB"),
         .zero = tr("0 sets no bound.")},
    };
}

QList<SettingWords> Words::startUp()
{
    constexpr auto area = SettingArea::StartUp;
    return {
        {.name = u"startup.login"_s,
         .area = area,
         .label = tr("Start in the tray when I sign in"),
         .help = tr("Clients find Glovebox running, and nothing opens until one asks."),
         .keywords = u"autostart login boot 自動起動 サインイン ログイン"_s},
        {.name = u"startup.hidden"_s,
         .area = area,
         .label = tr("Start without opening the window"),
         .help =
             tr("Whenever it is started, it goes to the tray; a second start opens the window."),
         .keywords = u"hidden tray minimised 最小化 トレイ 非表示"_s},
        {.name = u"startup.tray"_s,
         .area = area,
         .label = tr("Icon in the tray"),
         .help = tr("Without it, closing the window minimises it."),
         .keywords = u"tray icon notification area トレイ アイコン"_s},
    };
}

QList<SettingWords> Words::advanced()
{
    return {
        {.name = u"advanced.log_level"_s,
         .area = SettingArea::Advanced,
         .kind = Kind::Choice,
         .label = tr("What the log says"),
         .help = tr("Never code, output or keys."),
         .keywords = u"log level debug logging ログ 詳細"_s,
         .choices = {{u"warnings"_s, tr("Warnings only")},
                     {u"info"_s, tr("What happens")},
                     {u"debug"_s, tr("Everything")}}},
    };
}

} // namespace

QString areaName(SettingArea area)
{
    return Words::area(area);
}

QList<SettingWords> settingWords()
{
    return Words::approvals() + Words::notices() + Words::limits() + Words::mounts() +
           Words::packages() + Words::clients() + Words::appearance() + Words::journal() +
           Words::startUp() + Words::advanced();
}

} // namespace glovebox::ui
