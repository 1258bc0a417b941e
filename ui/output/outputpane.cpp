// SPDX-License-Identifier: MIT
#include "outputpane.h"

#include "findbar.h"

#include <QVBoxLayout>

namespace glovebox::ui {

OutputPane::OutputPane(OutputModel &model, PlotCache &plots, QWidget *parent)
    : QWidget(parent)
    , m_view(new OutputView(model, plots, this))
    , m_find(new FindBar(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_find);
    setFocusProxy(m_view);
    connect(m_find, &FindBar::textChanged, this,
            [this](const QString &text) { m_find->setFound(m_view->find(text)); });
    connect(m_find, &FindBar::nextRequested, m_view, &OutputView::findNext);
    connect(m_find, &FindBar::closed, this, [this] {
        m_view->find({});
        m_view->setFocus(Qt::OtherFocusReason);
    });
    // What arrives while the bar is open is searched too.
    connect(&model, &OutputModel::refreshed, this, [this] {
        if (m_find->isVisible())
            m_find->setFound(m_view->find(m_find->text()));
    });
}

void OutputPane::openFind()
{
    m_find->open();
}

} // namespace glovebox::ui
