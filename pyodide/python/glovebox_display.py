# SPDX-License-Identifier: MIT
"""matplotlib backend: draws with Agg, shows by sending a PNG to the host."""

from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from _glovebox import display


class FigureManagerGlovebox(FigureManagerBase):
    def show(self):
        from matplotlib import pyplot

        display.send_figure(self.canvas.figure)
        pyplot.close(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *, block=None):
        display.flush_figures()


class FigureCanvasGlovebox(FigureCanvasAgg):
    manager_class = FigureManagerGlovebox


FigureCanvas = FigureCanvasGlovebox
FigureManager = FigureManagerGlovebox
